! red.nowait-target-reduction
! Mutant: reduction(+ : total) => reduction(max : total)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: total, i
  logical :: on_host

  total = 5000
  on_host = .true.
  !$omp target teams distribute parallel do reduction(+ : total) map(tofrom : total) &
  !$omp   map(tofrom : on_host) nowait
  do i = 0, 99
    total = total + i
    if (i == 0) on_host = omp_is_initial_device()
  end do
  !$omp taskwait
  call ran(on_host)
  call equal("sum", total, 9950)
  call verdict()
end program
