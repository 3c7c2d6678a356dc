! target.nowait.completes-at-taskwait
! Mutant: map(tofrom : x) => map(to : x)
! Mutant: x = x * 10 => x = 10

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x(4)
  logical :: on_host = .true.

  x = [1, 2, 3, 4]
  !$omp target map(tofrom : x) map(from : on_host) nowait
    x = x * 10
    on_host = omp_is_initial_device()
  !$omp end target
  !$omp taskwait
  call ran(on_host)
  call equal("x behind taskwait", x, [10, 20, 30, 40])
  call verdict()
end program
