! red.minus-operator-accepted

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: left, i
  logical :: on_host

  left = 100
  on_host = .true.
  !$omp target teams distribute parallel do reduction(- : left) map(tofrom : left) &
  !$omp   map(tofrom : on_host)
  do i = 1, 16
    left = left - 1
    if (i == 1) on_host = omp_is_initial_device()
  end do
  call ran(on_host)
  call equal("what is left", left, 84)
  call verdict()
end program
