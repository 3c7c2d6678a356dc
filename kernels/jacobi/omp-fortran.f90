! What the host does with the same source: rows are shared among threads.  The first index is the
! one whose neighbours are neighbours in memory, as C's last index is.
! ROUTINE and REAL_KIND are the build's: it compiles the file once for each precision.
subroutine ROUTINE(n, sweeps, u, v, watch) bind(C)
  use league
  implicit none
  integer(c_int), value :: n, sweeps
  real(REAL_KIND), intent(inout) :: u(n, n), v(n, n)
  type(c_ptr), value :: watch
  integer :: sweep

  call watch_start(watch)
  do sweep = 1, sweeps, 2  ! there and back, for arguments cannot be swapped as pointers can
    call relax(n, u, v)
    call relax(n, v, u)
  end do
  call watch_stop(watch)
contains
  subroutine relax(m, old, new)
    integer(c_int), value :: m
    real(REAL_KIND), intent(in) :: old(m, m)
    real(REAL_KIND), intent(inout) :: new(m, m)
    integer :: i, j

    !$omp parallel do
    do i = 2, m - 1
      do j = 2, m - 1
        new(j, i) = (old(j, i - 1) + old(j, i + 1) + old(j - 1, i) + old(j + 1, i)) / 4
      end do
    end do
  end subroutine relax
end subroutine ROUTINE
