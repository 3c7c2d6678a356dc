! dt.device_type-nohost

module choice
  implicit none
contains
  integer function for_devices()
    !$omp declare target to(for_devices) device_type(nohost)
    for_devices = 2
  end function
  integer function chosen()
    !$omp declare target
    !$omp declare variant(for_devices) match(device = {kind(nohost)})
    chosen = 1
  end function
end module

program claim
  use omp_lib
  use league_claim
  use choice
  implicit none
  integer :: in_region
  logical :: on_host = .true.

  !$omp target map(from : in_region, on_host)
    on_host = omp_is_initial_device()
    in_region = chosen()
  !$omp end target
  call ran(on_host)
  call equal("choice in the region", in_region, merge(1, 2, on_host))
  call equal("choice on the host", chosen(), 1)
  call verdict()
end program
