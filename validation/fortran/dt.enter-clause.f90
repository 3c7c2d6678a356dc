! dt.enter-clause

module globals
  use omp_lib
  implicit none
  integer :: value = 7
  !$omp declare target enter(value, from_value)
contains
  integer function from_value(n)
    integer, intent(in) :: n
    from_value = n + value
    if (omp_is_initial_device()) from_value = -1
  end function
end module

program claim
  use omp_lib
  use league_claim
  use globals
  implicit none
  integer :: seen, total
  logical :: on_host = .true.

  call needs_separate_memory()
  value = 100
  !$omp target map(from : seen, total, on_host)
    on_host = omp_is_initial_device()
    seen = value
    total = from_value(20)
  !$omp end target
  call ran(on_host)
  call equal("value on the device", seen, 7)
  call equal("sum from the function", total, 27)
  call verdict()
end program
