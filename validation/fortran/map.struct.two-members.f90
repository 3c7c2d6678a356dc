! map.struct.two-members
! Mutant: map(to : s%c) => map(tofrom : s%c)
! Mutant: map(tofrom : s%a) => map(to : s%a)

program claim
  use omp_lib
  use league_claim
  implicit none
  type :: record
    integer :: a
    real(real64) :: b
    integer :: c(3)
  end type
  type(record) :: s
  logical :: on_host = .true.

  call needs_separate_memory()
  s = record(1, 2.5_real64, [3, 4, 5])
  !$omp target map(tofrom : s%a) map(to : s%c) map(from : on_host)
    s%a = s%a + sum(s%c)
    s%c = -1
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call equal("a", s%a, 13)
  call equal("b", s%b, 2.5_real64)
  call equal("c", s%c, [3, 4, 5])
  call verdict()
end program
