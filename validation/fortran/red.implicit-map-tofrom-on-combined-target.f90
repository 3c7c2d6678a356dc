! red.implicit-map-tofrom-on-combined-target
! Mutant: reduction(+ : total) => map(to : total) reduction(+ : total)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: total, i
  logical :: on_host

  total = 300
  on_host = .true.
  !$omp target teams distribute parallel do reduction(+ : total) map(tofrom : on_host)
  do i = 0, 79
    total = total + i
    if (i == 0) on_host = omp_is_initial_device()
  end do
  call ran(on_host)
  call equal("sum", total, 300 + 80 * 79 / 2)
  call verdict()
end program
