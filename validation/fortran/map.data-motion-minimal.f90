! map.data-motion-minimal

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, parameter :: n = 64
  real(real64) :: a(n), b(n), expected(n), next(n)
  integer :: step, i
  logical :: on_host(4)
  type(counted) :: before

  call needs_separate_memory()
  a = [(real(mod(i * i, 17), real64), i = 1, n)]
  expected = a
  on_host = .true.
  !$omp target data map(tofrom : a) map(alloc : b) map(from : on_host)
    a = -1
    do step = 1, 4
      before = count_now()
      !$omp target map(tofrom : a, b) map(tofrom : on_host)
        do i = 2, n - 1
          b(i) = a(i) + 0.25_real64 * (a(i - 1) - 2 * a(i) + a(i + 1))
        end do
        do i = 2, n - 1
          a(i) = b(i)
        end do
        on_host(step) = omp_is_initial_device()
      !$omp end target
      call moved(before, 0, 0)
    end do
  !$omp end target data
  do step = 1, 4
    call ran(on_host(step))
    next(2:n-1) = expected(2:n-1) + 0.25_real64 * &
      (expected(1:n-2) - 2 * expected(2:n-1) + expected(3:n))
    expected(2:n-1) = next(2:n-1)
  end do
  call equal("a at the end", a, expected)
  call verdict()
end program
