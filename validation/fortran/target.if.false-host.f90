! target.if.false-host
! Mutant: if (never) => if (.not. never)

program claim
  use omp_lib
  use league_claim
  implicit none
  logical, volatile :: condition
  logical :: never, where, on_host

  condition = .false.
  never = condition
  where = .false.
  !$omp target if (never) map(from : where)
    where = omp_is_initial_device()
  !$omp end target
  call equal("if(false): is it the host?", where, .true.)
  !$omp target if (.not. never) map(from : on_host)
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call verdict()
end program
