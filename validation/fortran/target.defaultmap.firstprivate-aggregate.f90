! target.defaultmap.firstprivate-aggregate

program claim
  use omp_lib
  use league_claim
  implicit none
  type :: pair
    integer :: first
    real(real64) :: second
  end type
  integer :: array(4), seen(4)
  type(pair) :: both, both_seen
  logical :: on_host = .true.

  array = [4, 3, 2, 1]
  both = pair(8, 0.5_real64)
  !$omp target defaultmap(firstprivate : aggregate) map(from : seen, both_seen, on_host)
    seen = array
    array = -1
    both_seen = both
    both%first = 0
    both%second = 0
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call equal("element seen by the region", seen, [4, 3, 2, 1])
  call equal("element of the original", array, [4, 3, 2, 1])
  call equal("first component seen", both_seen%first, 8)
  call equal("second component seen", both_seen%second, 0.5_real64)
  call equal("first component of the original", both%first, 8)
  call equal("second component of the original", both%second, 0.5_real64)
  call verdict()
end program
