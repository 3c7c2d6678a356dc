! The same kernels with resident data: both grids are mapped once, around all sweeps, and a device
! thread has a point.  The first index is the one whose neighbours are neighbours in memory.
! ROUTINE and REAL_KIND are the build's: it compiles the file once for each precision.
subroutine ROUTINE(n, sweeps, u, v, watch) bind(C)
  use league
  implicit none
  integer(c_int), value :: n, sweeps
  real(REAL_KIND), intent(inout) :: u(n, n), v(n, n)
  type(c_ptr), value :: watch
  integer :: sweep

  !$omp target data map(tofrom: u, v)
  call watch_start(watch)
  do sweep = 1, sweeps, 2  ! there and back, for arguments cannot be swapped as pointers can
    call relax(n, u, v)
    call relax(n, v, u)
  end do
  call watch_stop(watch)
  !$omp end target data
contains
  subroutine relax(m, old, new)
    integer(c_int), value :: m
    real(REAL_KIND), intent(in) :: old(m, m)
    real(REAL_KIND), intent(inout) :: new(m, m)
    integer :: i, j

    ! Both are on the device, and nothing moves; the clauses say which arrays are meant.
    !$omp target teams distribute parallel do collapse(2) map(tofrom: old, new)
    do i = 2, m - 1
      do j = 2, m - 1
        new(j, i) = (old(j, i - 1) + old(j, i + 1) + old(j - 1, i) + old(j + 1, i)) / 4
      end do
    end do
  end subroutine relax
end subroutine ROUTINE
