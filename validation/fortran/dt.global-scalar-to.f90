! dt.global-scalar-to
! Mutant: !$omp declare target to(value) =>
! Mutant: target update to(value) => target update from(value)

module globals
  integer :: value = 7
  !$omp declare target to(value)
end module

program claim
  use omp_lib
  use league_claim
  use globals
  implicit none
  integer :: first, second
  logical :: on_host = .true.

  call needs_separate_memory()
  value = 100
  !$omp target map(from : first, on_host)
    on_host = omp_is_initial_device()
    first = value
    value = 8
  !$omp end target
  call ran(on_host)
  call equal("first value on the device", first, 7)
  call equal("value on the host before the update", value, 100)
  !$omp target update from(value)
  call equal("value on the host after the update", value, 8)
  value = 200
  !$omp target update to(value)
  value = 300
  !$omp target map(from : second, on_host)
    on_host = omp_is_initial_device()
    second = value
  !$omp end target
  call ran(on_host)
  call equal("value on the device after the update", second, 200)
  call verdict()
end program
