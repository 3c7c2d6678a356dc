! dt.function-implicit
! Mutant: innermost(n) + 1 => innermost(n) + 2

module chain
  use omp_lib
  implicit none
contains
  integer function innermost(n)
    integer, intent(in) :: n
    innermost = 2 * n
    if (omp_is_initial_device()) innermost = -1000
  end function
  integer function middle(n)
    integer, intent(in) :: n
    middle = innermost(n) + 1
  end function
  integer function outermost(n)
    integer, intent(in) :: n
    outermost = 10 * middle(n)
  end function
end module

program claim
  use omp_lib
  use league_claim
  use chain
  implicit none
  integer :: found
  logical :: on_host = .true.

  !$omp target map(from : found, on_host)
    on_host = omp_is_initial_device()
    found = outermost(4)
  !$omp end target
  call ran(on_host)
  call equal("value of the chain", found, merge(-9990, 90, on_host))
  call verdict()
end program
