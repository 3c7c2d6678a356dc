! map.alloc.no-copy-out

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x(4), total
  logical :: on_host = .true.
  type(counted) :: before

  call needs_separate_memory()
  x = [1, 2, 3, 4]
  before = count_now()
  !$omp target map(alloc : x) map(from : total, on_host)
    x = [-1, -2, -3, -4]
    total = sum(x)
    on_host = omp_is_initial_device()
  !$omp end target
  call moved(before, 0, 8)
  call ran(on_host)
  call equal("sum of what the region stored", total, -10)
  call equal("x on the host", x, [1, 2, 3, 4])
  call verdict()
end program
