! dt.to.infinite-refcount
! Mutant: !$omp declare target to(value) =>
! Mutant: map(tofrom : value) => map(always, tofrom : value)

module globals
  integer, target :: value = 7
  !$omp declare target to(value)
end module

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  use globals
  implicit none
  integer :: seen(2), i
  logical :: on_host = .true.

  call needs_separate_memory()
  value = 100
  seen = 0
  call holds("present at first", is_present(c_loc(value)))
  do i = 1, 2
    !$omp target map(tofrom : value) map(tofrom : seen) map(from : on_host)
      on_host = omp_is_initial_device()
      seen(i) = value
      value = value + 1
    !$omp end target
    call ran(on_host)
    call equal("value on the host", value, 100)
    !$omp target exit data map(delete : value)
    call holds("present after delete", is_present(c_loc(value)))
  end do
  call equal("first value on the device", seen(1), 7)
  call equal("second value on the device", seen(2), 8)
  call verdict()
end program
