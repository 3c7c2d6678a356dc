! red.nested-parallel-in-teams-distribute

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, parameter :: rows = 12, columns = 25
  integer :: row_sum(rows), total, row, r, c
  logical :: on_host

  row_sum = -1
  total = 7
  on_host = .true.
  !$omp target teams distribute reduction(+ : total) map(tofrom : total, on_host) &
  !$omp   map(tofrom : row_sum) private(row)
  do r = 1, rows
    row = 1000 * r
    !$omp parallel do reduction(+ : row)
    do c = 1, columns
      row = row + c
    end do
    row_sum(r) = row
    total = total + row
    if (r == 1) on_host = omp_is_initial_device()
  end do
  call ran(on_host)
  call equal("sum of a row", row_sum, [(1000 * r + 325, r = 1, rows)])
  call equal("total", total, 7 + 78000 + 12 * 325)
  call verdict()
end program
