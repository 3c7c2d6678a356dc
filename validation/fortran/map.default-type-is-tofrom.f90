! map.default-type-is-tofrom

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x(4)
  real(real64) :: y
  logical :: on_host(2)

  x = [1, 2, 3, 4]
  y = 0.5_real64
  on_host = .true.
  !$omp target map(x) map(from : on_host(1:1))
    x = x + 10
    on_host(1) = omp_is_initial_device()
  !$omp end target
  !$omp target data map(y)
    !$omp target map(alloc : y) map(from : on_host(2:2))
      y = y + 2
      on_host(2) = omp_is_initial_device()
    !$omp end target
  !$omp end target data
  call ran(on_host(1))
  call ran(on_host(2))
  call equal("x on the host", x, [11, 12, 13, 14])
  call equal("y on the host", y, 2.5_real64)
  call verdict()
end program
