! map.always.to

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x(4), total
  logical :: on_host = .true.
  type(counted) :: before

  call needs_separate_memory()
  x = [1, 2, 3, 4]
  !$omp target enter data map(to : x)
  x = [100, 200, 300, 400]
  before = count_now()
  !$omp target map(always, to : x) map(from : total, on_host)
    total = sum(x)
    x = -1
    on_host = omp_is_initial_device()
  !$omp end target
  call moved(before, 16, 8)
  call ran(on_host)
  call equal("sum seen by the region", total, 1000)
  call equal("x on the host", x, [100, 200, 300, 400])
  !$omp target exit data map(delete : x)
  call verdict()
end program
