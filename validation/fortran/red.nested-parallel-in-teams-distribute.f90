! red.nested-parallel-in-teams-distribute

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, parameter :: rows = 12, columns = 25
  integer :: row_sum(rows), total, row, r, c
  integer :: own, own_row, begun(2), begun_row
  logical :: on_host

  row_sum = -1
  total = 7
  own = 7
  begun = own
  on_host = .true.
  !$omp target teams distribute reduction(+ : total, own) map(tofrom : total, on_host) &
  !$omp   map(tofrom : row_sum, begun) private(row, own_row, begun_row)
  do r = 1, rows
    row = 1000 * r
    own_row = 7
    begun_row = own_row
    !$omp parallel do reduction(+ : row, own_row)
    do c = 1, columns
      row = row + c
      if (c == 1) begun_row = own_row
    end do
    row_sum(r) = row
    total = total + row
    if (r == 1) then
      on_host = omp_is_initial_device()
      begun(1) = own
      begun(2) = begun_row
    end if
  end do
  call ran(on_host)
  call equal("copies begin with", begun, [0, 0])
  call equal("sum of a row", row_sum, [(1000 * r + 325, r = 1, rows)])
  call equal("total", total, 7 + 78000 + 12 * 325)
  call verdict()
end program
