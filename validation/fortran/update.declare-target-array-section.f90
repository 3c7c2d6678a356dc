! update.declare-target-array-section
! Mutant: update to(table(5:8)) => update to(table)
! Mutant: update from(table(11:13)) => update from(table(10:13))
! Mutant: !$omp target update to(table(5:8)) =>

module tables
  integer :: table(16) = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
  !$omp declare target(table)
end module

program claim
  use omp_lib
  use league_claim
  use tables
  implicit none
  integer :: seen(16), i
  logical :: on_host = .true.
  type(counted) :: before

  call needs_separate_memory()
  table = [(100 + i, i = 1, 16)]
  before = count_now()
  !$omp target update to(table(5:8))
  call moved(before, 16, 0)
  !$omp target map(from : seen, on_host)
    do i = 1, 16
      seen(i) = table(i)
      table(i) = 1000 + i
    end do
    on_host = omp_is_initial_device()
  !$omp end target
  before = count_now()
  !$omp target update from(table(11:13))
  call moved(before, 0, 12)
  call ran(on_host)
  do i = 1, 16
    call equal("seen after to", seen(i), i + merge(100, 0, i >= 5 .and. i <= 8))
    call equal("on the host after from", table(i), i + merge(1000, 100, i >= 11 .and. i <= 13))
  end do
  call verdict()
end program
