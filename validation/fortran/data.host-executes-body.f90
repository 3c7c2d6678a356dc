! data.host-executes-body
! Mutant: data map(to : x) => data map(alloc : x)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x, seen, executions
  logical :: on_host, body_on_host

  call needs_separate_memory()
  x = 1
  executions = 0
  !$omp target data map(to : x)
    executions = executions + 1
    body_on_host = omp_is_initial_device()
    x = 2
    !$omp target map(to : x) map(from : seen, on_host)
      seen = x
      on_host = omp_is_initial_device()
    !$omp end target
  !$omp end target data
  call ran(on_host)
  call holds("the body ran on the host", body_on_host)
  call equal("executions of the body", executions, 1)
  call equal("x as the body left it", x, 2)
  call equal("x as the region saw it", seen, 1)
  call verdict()
end program
