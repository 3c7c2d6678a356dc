! red.array-section
! Mutant: reduction(+ : storage(4:7)) => reduction(max : storage(4:7))

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, parameter :: n = 200
  integer :: storage(10), i
  logical :: on_host

  storage = [(300 + i, i = 1, 10)]
  on_host = .true.
  !$omp target teams distribute parallel do reduction(+ : storage(4:7)) map(tofrom : storage) &
  !$omp   map(tofrom : on_host)
  do i = 0, n - 1
    storage(4 + mod(i, 4)) = storage(4 + mod(i, 4)) + mod(i, 4) + 1
    if (i == 0) on_host = omp_is_initial_device()
  end do
  call ran(on_host)
  do i = 1, 10
    call equal("element", storage(i), 300 + i + merge((i - 3) * n / 4, 0, i >= 4 .and. i <= 7))
  end do
  call verdict()
end program
