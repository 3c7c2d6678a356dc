! dt.function-explicit
! With: dt.function-explicit.part.f90 as object
! Mutant: found, on_host) => found, on_host); found = 0

program claim
  use omp_lib
  use league_claim
  use scaling
  implicit none
  integer :: found
  logical :: on_host = .true.

  call call_on_device(14, found, on_host)
  call ran(on_host)
  call equal("value of the function", found, merge(-1, 42, on_host))
  call verdict()
end program
