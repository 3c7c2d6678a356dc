! red.minus-operator-accepted

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: left, i
  integer :: own, begun
  logical :: on_host

  left = 100
  own = 7
  begun = own
  on_host = .true.
  !$omp target teams distribute parallel do reduction(- : left, own) map(tofrom : left) &
  !$omp   map(tofrom : on_host, begun)
  do i = 1, 16
    left = left - 1
    if (i == 1) then
      on_host = omp_is_initial_device()
      begun = own
    end if
  end do
  call ran(on_host)
  call equal("a copy begins with", begun, 0)
  call equal("what is left", left, 84)
  call verdict()
end program
