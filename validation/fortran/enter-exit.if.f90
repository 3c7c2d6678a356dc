! enter-exit.if
! Mutant: enter data map(to : x) if (.not. on) => enter data map(to : x)
! Mutant: exit data map(from : x) if (.not. on) => exit data map(from : x)

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  implicit none
  integer, target :: x
  logical :: on, on_host
  logical, volatile :: condition

  call needs_separate_memory()
  condition = .true.
  on = condition
  x = 1
  !$omp target enter data map(to : x) if (.not. on)
  call holds("absent behind an entry that is off", .not. is_present(c_loc(x)))
  x = 2
  !$omp target enter data map(to : x) if (target enter data : on)
  call holds("present behind an entry that is on", is_present(c_loc(x)))
  x = 3
  !$omp target map(tofrom : x) map(from : on_host)
    x = x * 10
    on_host = omp_is_initial_device()
  !$omp end target
  !$omp target exit data map(from : x) if (.not. on)
  call holds("present behind an exit that is off", is_present(c_loc(x)))
  call equal("x behind an exit that is off", x, 3)
  !$omp target exit data map(from : x) if (target exit data : on)
  call holds("absent behind an exit that is on", .not. is_present(c_loc(x)))
  call equal("x behind an exit that is on", x, 20)
  call ran(on_host)
  call verdict()
end program
