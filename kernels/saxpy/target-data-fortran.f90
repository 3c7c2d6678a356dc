! What all teams with all their threads reach: the combined construct, data resident.
! ROUTINE and REAL_KIND are the build's: it compiles the file once for each precision.
subroutine ROUTINE(n, steps, a, x, y, watch) bind(C)
  use league
  implicit none
  integer(c_int), value :: n, steps
  real(REAL_KIND), value :: a
  real(REAL_KIND), intent(in) :: x(n)
  real(REAL_KIND), intent(inout) :: y(n)
  type(c_ptr), value :: watch
  integer :: step, i

  !$omp target data map(to: x) map(tofrom: y)
  call watch_start(watch)
  do step = 1, steps
    !$omp target teams distribute parallel do
    do i = 1, n
      y(i) = a * x(i) + y(i)
    end do
  end do
  call watch_stop(watch)
  !$omp end target data
end subroutine ROUTINE
