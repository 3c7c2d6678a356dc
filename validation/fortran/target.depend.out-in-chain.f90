! target.depend.out-in-chain
! Mutant: x = x * 3 => x = x * 2
! Mutant: map(tofrom : x) => map(to : x)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x(256), i
  logical :: on_host(3)

  x = [(i, i = 1, 256)]
  !$omp target map(tofrom : x) map(from : on_host(1:1)) depend(out : x) nowait
    x = x + 1
    on_host(1) = omp_is_initial_device()
  !$omp end target
  !$omp target map(tofrom : x) map(from : on_host(2:2)) depend(inout : x) nowait
    x = x * 3
    on_host(2) = omp_is_initial_device()
  !$omp end target
  !$omp target map(tofrom : x) map(from : on_host(3:3)) depend(in : x) nowait
    x = x - 5
    on_host(3) = omp_is_initial_device()
  !$omp end target
  !$omp taskwait
  call ran(on_host)
  call equal("x at the end", x, [(3 * (i + 1) - 5, i = 1, 256)])
  call verdict()
end program
