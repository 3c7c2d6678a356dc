! map.alloc.usable-storage

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, save :: big(4096)
  integer(int16), save :: small(3)
  integer :: right, i
  logical :: on_host(2)

  call needs_separate_memory()
  right = 0
  on_host = .true.
  !$omp target data map(alloc : big, small)
    !$omp target map(tofrom : big, small) map(from : on_host(1:1))
      do i = 1, 4096
        big(i) = 7 * i + 1
      end do
      do i = 1, 3
        small(i) = int(i - 5, int16)
      end do
      on_host(1) = omp_is_initial_device()
    !$omp end target
    big = -1
    small = -1_int16
    !$omp target map(tofrom : big, small, right) map(from : on_host(2:2))
      do i = 1, 4096
        if (big(i) == 7 * i + 1) right = right + 1
      end do
      do i = 1, 3
        if (small(i) == i - 5) right = right + 1
      end do
      on_host(2) = omp_is_initial_device()
    !$omp end target
  !$omp end target data
  call ran(on_host(1))
  call ran(on_host(2))
  call equal("elements that kept their value", right, 4096 + 3)
  call equal("first element on the host", big(1), -1)
  call equal("last element on the host", big(4096), -1)
  call verdict()
end program
