! map.struct.whole
! Mutant: map(tofrom : s) => map(to : s)
! Mutant: map(tofrom : s) => map(from : s)

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

  s = record(1, 2.5_real64, [3, 4, 5])
  !$omp target map(tofrom : s) map(from : on_host)
    s%a = s%a + 10
    s%b = s%b * 2
    s%c = s%c + 100
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call equal("a", s%a, 11)
  call equal("b", s%b, 5.0_real64)
  call equal("c", s%c, [103, 104, 105])
  call verdict()
end program
