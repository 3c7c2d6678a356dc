! map.refcount.nested-3
! Mutant: exit data map(from : x) => exit data map(release : x)
! Mutant: enter data map(to : x) => update to(x)

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  implicit none
  integer, target :: x
  logical :: on_host = .true.

  call needs_separate_memory()
  x = 1
  !$omp target enter data map(to : x)
  !$omp target data map(tofrom : x)
    !$omp target data map(tofrom : x)
      !$omp target map(tofrom : x) map(from : on_host)
        x = x + 10
        on_host = omp_is_initial_device()
      !$omp end target
      call equal("in the inner construct", x, 1)
    !$omp end target data
    call equal("behind the inner construct", x, 1)
  !$omp end target data
  call equal("behind the outer construct", x, 1)
  call holds("present before the exit", is_present(c_loc(x)))
  !$omp target exit data map(from : x)
  call equal("behind the exit", x, 11)
  call holds("absent behind the exit", .not. is_present(c_loc(x)))
  call ran(on_host)
  call verdict()
end program
