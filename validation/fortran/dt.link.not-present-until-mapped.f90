! dt.link.not-present-until-mapped
! Mutant: declare target link(value) => declare target to(value)

module globals
  integer, target :: value = 1
  !$omp declare target link(value)
end module

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  use globals
  implicit none
  integer :: seen
  logical :: on_host = .true.

  call needs_separate_memory()
  value = 5
  call holds("absent before", .not. is_present(c_loc(value)))
  !$omp target enter data map(to : value)
  call holds("present while mapped", is_present(c_loc(value)))
  value = 9
  !$omp target map(from : seen, on_host)
    on_host = omp_is_initial_device()
    seen = value
  !$omp end target
  !$omp target exit data map(delete : value)
  call holds("absent after", .not. is_present(c_loc(value)))
  call ran(on_host)
  call equal("value seen while mapped", seen, 5)
  call equal("value on the host", value, 9)
  call verdict()
end program
