! enter-exit.basic
! Mutant: exit data map(from : x) => exit data map(release : x)
! Mutant: !$omp target enter data map(to : x) =>
! Mutant: !$omp target exit data map(from : x) =>

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  implicit none
  integer, target :: x(16)
  integer :: i, poisoned
  logical :: on_host, between, behind
  type(counted) :: before

  call needs_separate_memory()
  x = [(i, i = 1, 16)]
  before = count_now()
  !$omp target enter data map(to : x)
  between = is_present(c_loc(x))
  x = -1
  !$omp target map(tofrom : x) map(from : on_host)
    x = x + 100
    on_host = omp_is_initial_device()
  !$omp end target
  poisoned = count(x == -1)
  !$omp target exit data map(from : x)
  behind = is_present(c_loc(x))
  call moved(before, 64, 68)
  call ran(on_host)
  call holds("present between entry and exit", between)
  call equal("host elements untouched before the exit", poisoned, 16)
  call holds("absent behind the exit", .not. behind)
  call equal("x", x, [(i + 100, i = 1, 16)])
  call verdict()
end program
