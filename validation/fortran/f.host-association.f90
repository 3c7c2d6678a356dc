! f.host-association
! OpenMP 4.5, section 5.8.3: a variable that an internal procedure uses, too, by host association, is
! mapped like any other one.
! Observed: values in a region and on the host, before and after, with the variable mapped before.
! Mutant: map(always, tofrom : x) => map(tofrom : x)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x(4), beside
  logical :: on_host = .true.

  call needs_separate_memory()
  x = [1, 2, 3, 4]
  beside = 7
  !$omp target enter data map(to : x)
  call change()
  !$omp target map(always, tofrom : x) map(from : on_host)
    x = x + 10
    on_host = omp_is_initial_device()
  !$omp end target
  !$omp target exit data map(delete : x)
  call ran(on_host)
  call equal("x on the host", x, [110, 210, 310, 410])
  call equal("what lies beside it", beside, 8)
  call verdict()

contains

  subroutine change()
    x = 100 * x
    beside = beside + 1
  end subroutine
end program
