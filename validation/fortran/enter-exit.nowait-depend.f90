! enter-exit.nowait-depend
! Mutant: target enter data map(to : x) depend(inout : x) nowait => taskwait
! Mutant: exit data map(from : x) => exit data map(release : x)

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  implicit none
  integer, parameter :: n = 4096
  integer, target, save :: x(n)
  integer :: i
  logical :: on_host = .true.

  call needs_separate_memory()
  !$omp parallel
  !$omp single
    !$omp task shared(x) depend(inout : x)
      x = [(i, i = 1, n)]
    !$omp end task
    !$omp target enter data map(to : x) depend(inout : x) nowait
    !$omp task shared(x) depend(inout : x)
      x = -1000  ! no region may see this
    !$omp end task
    !$omp target map(tofrom : x) map(from : on_host) depend(inout : x) nowait
      x = 2 * x + 1
      on_host = omp_is_initial_device()
    !$omp end target
    !$omp target exit data map(from : x) depend(inout : x) nowait
    !$omp task shared(x) depend(inout : x)
      x = 3 * x
    !$omp end task
    !$omp taskwait
  !$omp end single
  !$omp end parallel
  call ran(on_host)
  call equal("x", x, [(3 * (2 * i + 1), i = 1, n)])
  call holds("absent in the end", .not. is_present(c_loc(x)))
  call verdict()
end program
