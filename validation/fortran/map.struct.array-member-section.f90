! map.struct.array-member-section
! Mutant: map(tofrom : s%values(3:5)) => map(to : s%values(3:5))
! Mutant: map(tofrom : s%values(3:5)) => map(from : s%values(3:5))

program claim
  use omp_lib
  use league_claim
  implicit none
  type :: record
    integer :: before, values(8), behind
  end type
  type(record) :: s
  integer :: i
  logical :: on_host = .true.

  call needs_separate_memory()
  s = record(7, [(i, i = 1, 8)], 8)
  !$omp target map(tofrom : s%values(3:5)) map(from : on_host)
    do i = 3, 5
      s%values(i) = s%values(i) + 100
    end do
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  do i = 1, 8
    call equal("value", s%values(i), i + merge(100, 0, i >= 3 .and. i <= 5))
  end do
  call equal("before", s%before, 7)
  call equal("behind", s%behind, 8)
  call verdict()
end program
