! map.refcount.copy-back-at-last

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x(4)
  logical :: on_host = .true.

  call needs_separate_memory()
  x = [1, 2, 3, 4]
  !$omp target data map(tofrom : x)
    !$omp target map(tofrom : x) map(from : on_host)
      x = x + 10
      on_host = omp_is_initial_device()
    !$omp end target
    call equal("x while it is mapped", x, [1, 2, 3, 4])
  !$omp end target data
  call ran(on_host)
  call equal("x at the end", x, [11, 12, 13, 14])
  call verdict()
end program
