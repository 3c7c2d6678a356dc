! What the host does with the same source: rows are shared among threads.  Rows of C's matrices are
! columns here: C = A B reads c(j, i) = sum of a(k, i) b(j, k).
! ROUTINE and REAL_KIND are the build's: it compiles the file once for each precision.
subroutine ROUTINE(n, a, b, c, watch) bind(C)
  use league
  implicit none
  integer(c_int), value :: n
  real(REAL_KIND), intent(in) :: a(n, n), b(n, n)
  real(REAL_KIND), intent(inout) :: c(n, n)
  type(c_ptr), value :: watch
  integer :: i, j, k

  call watch_start(watch)
  !$omp parallel do
  do i = 1, n
    do j = 1, n
      c(j, i) = 0
    end do
    do k = 1, n
      do j = 1, n
        c(j, i) = c(j, i) + a(k, i) * b(j, k)
      end do
    end do
  end do
  call watch_stop(watch)
end subroutine ROUTINE
