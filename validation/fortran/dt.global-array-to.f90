! dt.global-array-to
! Mutant: !$omp declare target to(table) =>

module globals
  integer :: table(5) = [3, 1, 4, 1, 5]
  !$omp declare target to(table)
end module

program claim
  use omp_lib
  use league_claim
  use globals
  implicit none
  integer :: seen(5), i
  logical :: on_host = .true.

  call needs_separate_memory()
  table = -1
  !$omp target map(from : seen, on_host)
    on_host = omp_is_initial_device()
    seen = table
    do i = 1, 5
      table(i) = 10 * i
    end do
  !$omp end target
  call ran(on_host)
  call equal("value on the device", seen, [3, 1, 4, 1, 5])
  call equal("value on the host before the update", table, -1)
  !$omp target update from(table)
  call equal("value after the update", table, [10, 20, 30, 40, 50])
  call verdict()
end program
