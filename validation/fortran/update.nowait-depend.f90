! update.nowait-depend

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, parameter :: n = 4096
  integer, save :: a(n)
  integer :: i
  logical :: on_host = .true.

  call needs_separate_memory()
  a = -5
  !$omp target data map(to : a)
    !$omp parallel
    !$omp single
      !$omp task shared(a) depend(inout : a)
        a = [(i, i = 1, n)]
      !$omp end task
      !$omp target update to(a) depend(inout : a) nowait
      !$omp task shared(a) depend(inout : a)
        a = -1000
      !$omp end task
      !$omp target map(to : a) map(from : on_host) depend(inout : a) nowait
        a = 2 * a + 1
        on_host = omp_is_initial_device()
      !$omp end target
      !$omp target update from(a) depend(inout : a) nowait
      !$omp task shared(a) depend(inout : a)
        a = 3 * a
      !$omp end task
      !$omp taskwait
    !$omp end single
    !$omp end parallel
  !$omp end target data
  call ran(on_host)
  call equal("a", a, [(3 * (2 * i + 1), i = 1, n)])
  call verdict()
end program
