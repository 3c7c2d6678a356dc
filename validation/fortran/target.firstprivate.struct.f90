! target.firstprivate.struct
! Mutant: firstprivate(original) =>
! Mutant: firstprivate(original) => map(alloc : original)

program claim
  use omp_lib
  use league_claim
  implicit none
  type :: limits
    integer(int16) :: low, high
  end type
  type :: record
    character :: tag
    real(real64) :: value
    integer :: numbers(5)
    type(limits) :: range
  end type
  type(record) :: original, seen, expected
  logical :: on_host = .true.

  expected = record("r", 1.5_real64, [2, 3, 5, 7, 11], limits(-4_int16, 9_int16))
  original = expected
  !$omp target firstprivate(original) map(from : seen, on_host)
    seen = original
    original%tag = "-"
    original%value = -1
    original%numbers = -1
    original%range%low = 0_int16
    original%range%high = 0_int16
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call look(seen)
  call look(original)
  call verdict()

contains

  subroutine look(one)
    type(record), intent(in) :: one
    call holds("character", one%tag == expected%tag)
    call equal("real", one%value, expected%value)
    call equal("number", one%numbers, expected%numbers)
    call equal("low end", one%range%low, expected%range%low)
    call equal("high end", one%range%high, expected%range%high)
  end subroutine
end program
