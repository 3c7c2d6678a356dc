! f.automap
! OpenMP 6.0, section 7.9.7: an allocatable that is entered with automap is mapped when it is
! allocated, and no longer when it is deallocated.
! Observed: whether its storage is present, and what a region stored there after an update.
! Mutant: enter(automap : field) => enter(field)

module globals
  implicit none
  integer, allocatable, target :: field(:)
  !$omp declare target enter(automap : field)
end module

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  use globals
  implicit none
  integer :: round, n
  logical :: on_host = .true., was_there
  type(c_ptr) :: place

  call needs_separate_memory()
  do round = 1, 2
    n = 100 * round
    allocate(field(n))
    place = c_loc(field)
    was_there = is_present(place)
    call holds("present once it is allocated", was_there)
    field = 5
    !$omp target update to(field) if(was_there)
    !$omp target map(from : on_host)
      on_host = omp_is_initial_device()
      field = field + round
    !$omp end target
    field = 0
    !$omp target update from(field) if(was_there)
    call ran(on_host)
    call equal("stored by the region", [field(1), field(n)], [5 + round, 5 + round])
    deallocate(field)
    call holds("absent once it is deallocated", .not. is_present(place))
  end do
  call verdict()
end program
