! target.defaultmap.none
! Mutant: map(to : in) =>
! Mutant: firstprivate(factor) =>
! Mutant: map(tofrom : total) => map(to : total)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: in(3), factor, total
  logical :: on_host = .true.

  in = [1, 2, 3]
  factor = 5
  total = 100
  !$omp target defaultmap(none) map(to : in) map(tofrom : total) map(from : on_host) &
  !$omp   firstprivate(factor)
    total = total + factor * (in(1) + in(2) + in(3))
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call equal("sum made by the region", total, 130)
  call verdict()
end program
