! map.present.ok

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  implicit none
  integer, target :: x(4)
  integer :: other(4), total
  logical :: on_host = .true.

  call needs_separate_memory()
  x = [1, 2, 3, 4]
  other = 0
  !$omp target enter data map(to : x)
  x = 50
  !$omp target map(present, tofrom : x) map(from : total, on_host)
    total = sum(x)
    x = -1
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call equal("sum seen by the region", total, 10)
  call equal("x on the host", x, 50)
  call holds("still present", is_present(c_loc(x)))
  !$omp target exit data map(release : x, other)
  call holds("absent at the end", .not. is_present(c_loc(x)))
  call verdict()
end program
