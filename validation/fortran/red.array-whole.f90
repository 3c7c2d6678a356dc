! red.array-whole

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, parameter :: n = 240
  integer :: bins(0:6), expected(0:6), i
  integer :: own, begun
  logical :: on_host

  bins = [(1000 * i + 500, i = 0, 6)]
  expected = bins
  do i = 0, n - 1
    expected(mod(i * i, 7)) = expected(mod(i * i, 7)) + 1
  end do
  own = 7
  begun = own
  on_host = .true.
  !$omp target teams distribute parallel do reduction(+ : bins, own) map(tofrom : bins) &
  !$omp   map(tofrom : on_host, begun)
  do i = 0, n - 1
    bins(mod(i * i, 7)) = bins(mod(i * i, 7)) + 1
    if (i == 0) then
      on_host = omp_is_initial_device()
      begun = own
    end if
  end do
  call ran(on_host)
  call equal("a copy begins with", begun, 0)
  call equal("bin", bins, expected)
  call verdict()
end program
