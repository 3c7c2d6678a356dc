! map.release.decrements-only

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  implicit none
  integer, target :: x(4)
  logical :: on_host = .true.

  call needs_separate_memory()
  x = [1, 2, 3, 4]
  !$omp target enter data map(to : x)
  !$omp target enter data map(to : x)
  !$omp target map(tofrom : x) map(from : on_host)
    x = -1
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call holds("present after two enters", is_present(c_loc(x)))
  !$omp target exit data map(release : x)
  call holds("present after one release", is_present(c_loc(x)))
  !$omp target exit data map(release : x)
  call holds("absent after two releases", .not. is_present(c_loc(x)))
  call equal("x on the host", x, [1, 2, 3, 4])
  call verdict()
end program
