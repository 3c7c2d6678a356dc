! map.delete.absent-is-noop

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  implicit none
  integer, target :: x(4), beside(4)
  logical :: on_host = .true.

  call needs_separate_memory()
  x = [1, 2, 3, 4]
  beside = 5
  !$omp target enter data map(to : beside)
  !$omp target exit data map(delete : x)
  !$omp target exit data map(release : x)
  !$omp target exit data map(from : x)
  call holds("still absent", .not. is_present(c_loc(x)))
  call holds("other item still present", &
    is_present(c_loc(beside)))
  call equal("x after the exits", x, [1, 2, 3, 4])
  !$omp target map(tofrom : x) map(from : on_host)
    x = x + 10
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call equal("x after a region", x, [11, 12, 13, 14])
  call holds("absent at the end", .not. is_present(c_loc(x)))
  !$omp target exit data map(delete : beside)
  call verdict()
end program
