! map.struct.member-only
! Mutant: map(tofrom : s%b) => map(to : s%b)
! Mutant: map(tofrom : s%b) => map(from : s%b)

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
  type(counted) :: before

  call needs_separate_memory()
  s = record(1, 2.5_real64, [3, 4, 5])
  before = count_now()
  !$omp target map(tofrom : s%b) map(from : on_host)
    s%b = s%b * 2
    on_host = omp_is_initial_device()
  !$omp end target
  call moved(before, 8, 12)
  call ran(on_host)
  call equal("a", s%a, 1)
  call equal("b", s%b, 5.0_real64)
  call equal("c", s%c, [3, 4, 5])
  call verdict()
end program
