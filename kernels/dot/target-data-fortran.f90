! The same kernels with resident data: only the sum travels.
! ROUTINE and REAL_KIND are the build's: it compiles the file once for each precision.
subroutine ROUTINE(n, products, x, y, dots, watch) bind(C)
  use league
  implicit none
  integer(c_int), value :: n, products
  real(REAL_KIND), intent(in) :: x(n), y(n)
  real(REAL_KIND), intent(inout) :: dots(products)
  type(c_ptr), value :: watch
  integer :: p, i
  real(REAL_KIND) :: total

  !$omp target data map(to: x, y)
  call watch_start(watch)
  do p = 1, products
    total = real(p, REAL_KIND)
    !$omp target teams distribute parallel do map(tofrom: total) reduction(+: total)
    do i = 1, n - p + 1
      total = total + x(i) * y(i)
    end do
    dots(p) = total
  end do
  call watch_stop(watch)
  !$omp end target data
end subroutine ROUTINE
