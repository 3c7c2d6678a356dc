! data.if-clause
! Mutant: if (.not. on) => if (on)
! Mutant: if (target data : on) => if (target data : .not. on)

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  implicit none
  integer, target :: x
  integer :: seen(2)
  logical :: on, on_host(2), there(2)
  logical, volatile :: condition

  call needs_separate_memory()
  condition = .true.
  on = condition
  x = 1
  !$omp target data map(to : x) if (.not. on)
    there(1) = is_present(c_loc(x))
    x = 2
    !$omp target map(to : x) map(from : seen(1:1), on_host(1:1))
      seen(1) = x
      on_host(1) = omp_is_initial_device()
    !$omp end target
  !$omp end target data
  !$omp target data map(to : x) if (target data : on)
    there(2) = is_present(c_loc(x))
    x = 3
    !$omp target map(to : x) map(from : seen(2:2), on_host(2:2))
      seen(2) = x
      on_host(2) = omp_is_initial_device()
    !$omp end target
  !$omp end target data
  call ran(on_host)
  call holds("absent with a false condition", .not. there(1))
  call holds("present with a true condition", there(2))
  call equal("seen without a mapping", seen(1), 2)
  call equal("seen with a mapping", seen(2), 2)
  call verdict()
end program
