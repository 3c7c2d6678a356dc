module accounts
  use omp_lib
  implicit none
  integer :: balance = 7
  !$omp declare target(balance)
contains
  integer function add(n)
    !$omp declare target
    integer, intent(in) :: n
    balance = balance + n
    add = balance
    if (omp_is_initial_device()) add = -1
  end function
end module
