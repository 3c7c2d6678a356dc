! The same kernel with resident data: a device thread computes an element of C.  Rows of C's
! matrices are columns here: C = A B reads c(j, i) = sum of a(k, i) b(j, k).
! ROUTINE and REAL_KIND are the build's: it compiles the file once for each precision.
subroutine ROUTINE(n, a, b, c, watch) bind(C)
  use league
  implicit none
  integer(c_int), value :: n
  real(REAL_KIND), intent(in) :: a(n, n), b(n, n)
  real(REAL_KIND), intent(inout) :: c(n, n)
  type(c_ptr), value :: watch
  integer :: i, j, k
  real(REAL_KIND) :: total

  !$omp target data map(to: a, b) map(from: c)
  call watch_start(watch)
  !$omp target teams distribute parallel do collapse(2) private(k, total)
  do i = 1, n
    do j = 1, n
      total = 0
      do k = 1, n
        total = total + a(k, i) * b(j, k)
      end do
      c(j, i) = total
    end do
  end do
  call watch_stop(watch)
  !$omp end target data
end subroutine ROUTINE
