! In a file of its own: a function for the device, and a region that calls it.
module scaling
  use omp_lib
  implicit none
contains
  integer function scaled(n)
    !$omp declare target
    integer, intent(in) :: n
    scaled = 3 * n
    if (omp_is_initial_device()) scaled = -1
  end function

  subroutine call_on_device(n, found, on_host)
    integer, intent(in) :: n
    integer, intent(out) :: found
    logical, intent(out) :: on_host
    !$omp target map(from : found, on_host)
      on_host = omp_is_initial_device()
      found = scaled(n)
    !$omp end target
  end subroutine
end module
