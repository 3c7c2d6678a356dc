! target.defaultmap.from-aggregate
! Mutant: defaultmap(from : aggregate) => defaultmap(to : aggregate)
! Mutant: defaultmap(from : aggregate) => defaultmap(firstprivate : aggregate)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: array(5), i
  logical :: on_host = .true.
  type(counted) :: before

  array = -1
  before = count_now()
  !$omp target defaultmap(from : aggregate) map(from : on_host)
    do i = 1, 5
      array(i) = 7 * i
    end do
    on_host = omp_is_initial_device()
  !$omp end target
  call moved(before, 0, 24)
  call ran(on_host)
  call equal("element of the array", array, [7, 14, 21, 28, 35])
  call verdict()
end program
