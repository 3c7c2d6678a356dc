! map.always.enter-exit

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
  x = [100, 200, 300, 400]
  !$omp target enter data map(always, to : x)
  x = -1
  !$omp target map(tofrom : x) map(from : on_host)
    x = x + 7
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call equal("x before the exit", x, -1)
  !$omp target exit data map(always, from : x)
  call holds("still present", is_present(c_loc(x)))
  call equal("x after the exit", x, [107, 207, 307, 407])
  !$omp target exit data map(release : x)
  call holds("absent at the end", .not. is_present(c_loc(x)))
  call verdict()
end program
