! map.always.tofrom

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  implicit none
  integer, target :: x(4)
  logical :: on_host = .true.
  type(counted) :: before

  call needs_separate_memory()
  x = [1, 2, 3, 4]
  !$omp target enter data map(to : x)
  x = [100, 200, 300, 400]
  before = count_now()
  !$omp target map(always, tofrom : x) map(from : on_host)
    x = x + 10
    on_host = omp_is_initial_device()
  !$omp end target
  call moved(before, 16, 20)
  call ran(on_host)
  call holds("still present", is_present(c_loc(x)))
  call equal("x on the host", x, [110, 210, 310, 410])
  !$omp target exit data map(delete : x)
  call verdict()
end program
