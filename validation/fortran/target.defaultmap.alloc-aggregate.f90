! target.defaultmap.alloc-aggregate

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: array(6), total, i
  logical :: on_host = .true.
  type(counted) :: before

  call needs_separate_memory()
  array = [1, 2, 3, 4, 5, 6]
  before = count_now()
  !$omp target defaultmap(alloc : aggregate) map(from : total, on_host)
    do i = 1, 6
      array(i) = i * i
    end do
    total = 0
    do i = 6, 1, -1
      total = 2 * total + array(i)
    end do
    on_host = omp_is_initial_device()
  !$omp end target
  call moved(before, 0, 8)
  call ran(on_host)
  call equal("sum made on the device", total, 1 + 2 * (4 + 2 * (9 + 2 * (16 + 2 * (25 + 2 * 36)))))
  call equal("element of the original", array, [1, 2, 3, 4, 5, 6])
  call verdict()
end program
