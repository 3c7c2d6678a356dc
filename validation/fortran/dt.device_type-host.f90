! dt.device_type-host
! With: dt.device_type-host.part.f90 as object
! Mutant: device_type(host) => device_type(nohost)

module elsewhere
  implicit none
  interface
    integer function defined_elsewhere(n)  ! for the host only
      integer, intent(in) :: n
    end function
  end interface
contains
  integer function for_the_host(n)
    !$omp declare target to(for_the_host) device_type(host)
    integer, intent(in) :: n
    for_the_host = defined_elsewhere(n) + 1
  end function
end module

program claim
  use omp_lib
  use league_claim
  use elsewhere
  implicit none
  integer :: found
  logical :: on_host = .true.

  !$omp target map(from : found, on_host)
    on_host = omp_is_initial_device()
    found = 6
  !$omp end target
  call ran(on_host)
  call equal("result of the region", found, 6)
  call equal("value of the function on the host", for_the_host(found), 43)
  call verdict()
end program
