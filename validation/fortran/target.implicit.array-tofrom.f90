! target.implicit.array-tofrom

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: a(5), i, j
  real(real64) :: grid(3, 2)
  logical :: on_host = .true.
  type(counted) :: before

  a = [1, 2, 3, 4, 5]
  grid = reshape([1, 2, 3, 4, 5, 6], [3, 2])
  before = count_now()
  !$omp target map(from : on_host)
    do i = 1, 5
      a(i) = 10 * a(i) + 1
    end do
    do j = 1, 2
      do i = 1, 3
        grid(i, j) = -grid(i, j)
      end do
    end do
    on_host = omp_is_initial_device()
  !$omp end target
  call moved(before, 20 + 48, 20 + 48 + 4)
  call ran(on_host)
  call equal("element of a", a, [11, 21, 31, 41, 51])
  call equal("element of grid", [grid], real([-1, -2, -3, -4, -5, -6], real64))
  call verdict()
end program
