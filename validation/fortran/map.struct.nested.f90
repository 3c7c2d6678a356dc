! map.struct.nested
! Mutant: map(tofrom : s%range) => map(to : s%range)
! Mutant: map(tofrom : s%range) => map(from : s%range)

program claim
  use omp_lib
  use league_claim
  implicit none
  type :: inner
    integer :: low, high
  end type
  type :: outer
    integer :: before
    type(inner) :: range
    integer :: behind
  end type
  type(outer) :: s
  logical :: on_host = .true.

  call needs_separate_memory()
  s = outer(7, inner(1, 2), 8)
  !$omp target map(tofrom : s%range) map(from : on_host)
    s%range%low = s%range%low + 10
    s%range%high = s%range%high + 20
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call equal("low", s%range%low, 11)
  call equal("high", s%range%high, 22)
  call equal("before", s%before, 7)
  call equal("behind", s%behind, 8)
  call verdict()
end program
