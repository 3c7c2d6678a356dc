! target.defaultmap.to-scalar
! Mutant: defaultmap(to : scalar) =>
! Mutant: data map(to : number) => data map(tofrom : number)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: number, seen
  logical :: on_host = .true.

  call needs_separate_memory()
  number = 3
  !$omp target data map(to : number)
    number = 4
    !$omp target defaultmap(to : scalar) map(from : seen, on_host)
      seen = number
      number = 9
      on_host = omp_is_initial_device()
    !$omp end target
  !$omp end target data
  call ran(on_host)
  call equal("value seen by the region: the one that is present", seen, 3)
  call equal("value on the host", number, 4)
  call verdict()
end program
