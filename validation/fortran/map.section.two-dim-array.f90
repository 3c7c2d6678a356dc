! map.section.two-dim-array
! Mutant: map(tofrom : x(:, 2:3)) => map(to : x(:, 2:3))
! Mutant: map(tofrom : x(:, 2:3)) => map(from : x(:, 2:3))

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x(5, 4), i, j
  logical :: on_host = .true.
  type(counted) :: before

  call needs_separate_memory()
  do j = 1, 4
    do i = 1, 5
      x(i, j) = 10 * i + j
    end do
  end do
  before = count_now()
  !$omp target map(tofrom : x(:, 2:3)) map(from : on_host)
    do j = 2, 3
      do i = 1, 5
        x(i, j) = x(i, j) + 1000
      end do
    end do
    on_host = omp_is_initial_device()
  !$omp end target
  call moved(before, 40, 44)
  call ran(on_host)
  do j = 1, 4
    do i = 1, 5
      call equal("x", x(i, j), 10 * i + j + merge(1000, 0, j == 2 .or. j == 3))
    end do
  end do
  call verdict()
end program
