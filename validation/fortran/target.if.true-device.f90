! target.if.true-device
! Mutant: if (target : always) => if (target : .not. always)
! Mutant: if (parallel : .not. always) => if (parallel : always)

program claim
  use omp_lib
  use league_claim
  implicit none
  logical, volatile :: condition
  logical :: always, first_on_host, second_on_host
  integer :: threads, value

  condition = .true.
  always = condition
  threads = 0
  !$omp target if (target : always) map(from : first_on_host, value)
    first_on_host = omp_is_initial_device()
    value = 7
  !$omp end target
  call ran(first_on_host)
  call equal("value from the region", value, 7)
  !$omp target parallel num_threads(4) if (parallel : .not. always) map(tofrom : threads) &
  !$omp   map(from : second_on_host)
    !$omp atomic update
    threads = threads + 1
    !$omp single
    second_on_host = omp_is_initial_device()
    !$omp end single
  !$omp end target parallel
  call ran(second_on_host)
  call equal("threads with if(parallel: false)", threads, 1)
  call verdict()
end program
