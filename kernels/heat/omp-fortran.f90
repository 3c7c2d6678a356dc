! What the host does with the same source: rows are shared among threads.
! ROUTINE and REAL_KIND are the build's: it compiles the file once for each precision.
subroutine ROUTINE(n, steps, r, u, v, watch) bind(C)
  use league
  implicit none
  integer(c_int), value :: n, steps
  real(REAL_KIND), value :: r
  real(REAL_KIND), intent(inout) :: u(n, n), v(n, n)
  type(c_ptr), value :: watch
  integer :: step

  call watch_start(watch)
  do step = 1, steps, 2  ! there and back, for arguments cannot be swapped as pointers can
    call advance(n, r, u, v)
    call advance(n, r, v, u)
  end do
  call watch_stop(watch)
contains
  subroutine advance(m, weight, old, new)
    integer(c_int), value :: m
    real(REAL_KIND), value :: weight
    real(REAL_KIND), intent(in) :: old(m, m)
    real(REAL_KIND), intent(inout) :: new(m, m)
    integer :: i, j
    real(REAL_KIND) :: up, down, left, right

    !$omp parallel do private(up, down, left, right)
    do i = 1, m
      do j = 1, m
        up = 0
        down = 0
        left = 0
        right = 0
        if (i > 1) up = old(j, i - 1)
        if (i < m) down = old(j, i + 1)
        if (j > 1) left = old(j - 1, i)
        if (j < m) right = old(j + 1, i)
        new(j, i) = old(j, i) + weight * (up + down + left + right - 4 * old(j, i))
      end do
    end do
  end subroutine advance
end subroutine ROUTINE
