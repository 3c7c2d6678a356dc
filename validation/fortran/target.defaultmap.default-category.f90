! target.defaultmap.default-category
! Mutant: default : aggregate => firstprivate : aggregate
! Mutant: defaultmap(tofrom : scalar) =>

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: array(3), scalar
  logical :: on_host = .true.

  array = [1, 2, 3]
  scalar = 10
  !$omp target defaultmap(default : aggregate) defaultmap(tofrom : scalar)
    array = array + scalar
    scalar = 20
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call equal("element, usual rule", array, [11, 12, 13])
  call equal("scalar mapped tofrom", scalar, 20)
  call verdict()
end program
