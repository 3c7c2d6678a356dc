! dt.to.map-always

module globals
  implicit none
  integer :: value = 7
  !$omp declare target to(value)
contains
  integer function bump(n)
    !$omp declare target
    integer, intent(in) :: n
    bump = value
    value = value + n
  end function
end module

program claim
  use omp_lib
  use league_claim
  use globals
  implicit none
  integer :: seen, later
  logical :: on_host = .true.

  call needs_separate_memory()
  value = 100
  !$omp target map(always, tofrom : value) map(from : seen, on_host)
    on_host = omp_is_initial_device()
    seen = bump(11)
  !$omp end target
  call ran(on_host)
  call equal("value seen by the region", seen, 100)
  call equal("value brought back", value, 111)
  value = 200
  !$omp target map(from : later, on_host)
    on_host = omp_is_initial_device()
    later = bump(0)
  !$omp end target
  call ran(on_host)
  call equal("value kept by the device", later, 111)
  call verdict()
end program
