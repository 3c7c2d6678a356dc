! target.if.false-shares-storage
! Mutant: if (never) => if (.not. never)

program claim
  use omp_lib
  use league_claim
  implicit none
  logical, volatile :: condition
  logical :: never, where, on_host
  integer :: to(4), alloc(4)

  condition = .false.
  never = condition
  to = [1, 2, 3, 4]
  alloc = [5, 6, 7, 8]
  !$omp target if (never) map(to : to) map(alloc : alloc) map(from : where)
    to = to + 100
    alloc = alloc + 200
    where = omp_is_initial_device()
  !$omp end target
  call equal("if(false): is it the host?", where, .true.)
  call equal("original of the map(to) item", to, [101, 102, 103, 104])
  call equal("original of the map(alloc) item", alloc, [205, 206, 207, 208])
  ! The same process can offload: otherwise there would be nothing to tell apart.
  !$omp target map(from : on_host)
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call verdict()
end program
