! update.if
! Mutant: update to(x) if (.not. on) => update to(x)
! Mutant: update from(y) if (.not. on) => update from(y)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x, y, z, seen(2)
  logical :: on, on_host
  logical, volatile :: condition

  call needs_separate_memory()
  condition = .true.
  on = condition
  x = 1
  y = 2
  z = 3
  !$omp target data map(to : x, y, z)
    x = 10
    z = 30
    !$omp target update to(x) if (.not. on)
    !$omp target update to(z) if (target update : on)
    x = -1
    z = -1
    !$omp target map(to : x, y, z) map(from : seen, on_host)
      seen = [x, z]
      y = 20
      on_host = omp_is_initial_device()
    !$omp end target
    !$omp target update from(y) if (.not. on)
  !$omp end target data
  call ran(on_host)
  call equal("x on the device", seen(1), 1)
  call equal("z on the device", seen(2), 30)
  call equal("y on the host", y, 2)
  call verdict()
end program
