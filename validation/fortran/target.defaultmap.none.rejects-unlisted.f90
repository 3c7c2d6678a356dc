! target.defaultmap.none.rejects-unlisted
! Mutant: defaultmap(none) =>
! Mutant: map(tofrom : total) => map(tofrom : total) firstprivate(forgotten)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: total, forgotten

  total = 1
  forgotten = 2
  !$omp target defaultmap(none) map(tofrom : total)
    total = total + forgotten
  !$omp end target
  call verdict()
end program
