! f.loop-do-concurrent
! OpenMP 6.0, section 13.8: the loop of a loop construct may be a do concurrent.
! Observed: values that a do concurrent of two indices stores on the device, and those that its mask
! leaves out.
! Mutant: map(tofrom : y) => map(to : y)
! Mutant: mod(i + j, 3) /= 0 => mod(i + j, 2) /= 0

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, parameter :: n = 30
  integer :: i, j, y(n, n), expected(n, n)
  logical :: on_host = .true.

  y = 0
  !$omp target data map(tofrom : y)
    !$omp target teams loop
    do concurrent (i = 1 : n, j = 1 : n, mod(i + j, 3) /= 0)
      y(i, j) = y(i, j) + 100 * i + j
    end do
    !$omp target map(from : on_host)
      on_host = omp_is_initial_device()
    !$omp end target
  !$omp end target data
  expected = 0
  do j = 1, n
    do i = 1, n
      if (mod(i + j, 3) /= 0) expected(i, j) = 100 * i + j
    end do
  end do
  call ran(on_host)
  call equal("elements", reshape(y, [n * n]), reshape(expected, [n * n]))
  call verdict()
end program
