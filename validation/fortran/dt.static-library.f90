! dt.static-library
! With: dt.static-library.part.f90 as archive
! Mutant: found = add(5) => found = add(6)
! Mutant: map(from : found, => map(to : found) map(from :

program claim
  use omp_lib
  use league_claim
  use accounts
  implicit none
  integer :: found, seen
  logical :: on_host = .true.

  call needs_separate_memory()
  balance = 1000
  !$omp target map(from : found, seen, on_host)
    on_host = omp_is_initial_device()
    balance = balance + 30
    found = add(5)
    seen = balance
  !$omp end target
  call ran(on_host)
  call equal("value of the function", found, 42)
  call equal("balance on the device", seen, 42)
  call equal("balance on the host", balance, 1000)
  call verdict()
end program
