! f.function-reference-items
! OpenMP 6.0, section 5.2.1: a locator list item may be a reference to a function whose result is a
! data pointer; it stands for what that points to.
! Observed: what a region stored in an array that a function's result maps; the array beside it is
! not mapped by it.
! Mutant: map(tofrom : chosen(2)) => map(to : chosen(2))

module fields
  implicit none
  integer, target :: first(50), second(50)
contains
  function chosen(number) result(field)
    integer, intent(in) :: number
    integer, pointer :: field(:)
    field => first
    if (number == 2) field => second
  end function
end module

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  use fields
  implicit none
  logical :: on_host = .true.

  call needs_separate_memory()
  first = 1
  second = 2
  !$omp target data map(tofrom : chosen(2))
    call holds("the target of the result is present", is_present(c_loc(second)))
    call holds("the other one is absent", .not. is_present(c_loc(first)))
    second = 100
    !$omp target map(from : on_host)
      on_host = omp_is_initial_device()
      second = second + 7
    !$omp end target
  !$omp end target data
  call ran(on_host)
  call equal("stored by the region", second, spread(9, 1, 50))
  call verdict()
end program
