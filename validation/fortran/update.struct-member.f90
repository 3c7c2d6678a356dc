! update.struct-member
! Mutant: update to(s%middle) => update to(s)
! Mutant: update from(s%last(2:3)) => update from(s)

program claim
  use omp_lib
  use league_claim
  implicit none
  type :: record
    integer :: first
    real(real64) :: middle
    integer :: last(4)
  end type
  type(record) :: s
  integer :: first, last
  real(real64) :: middle
  logical :: on_host = .true.
  type(counted) :: before

  call needs_separate_memory()
  s = record(1, 2.0_real64, [3, 4, 5, 6])
  !$omp target data map(to : s)
    s = record(11, 12.0_real64, [13, 14, 15, 16])
    before = count_now()
    !$omp target update to(s%middle)
    call moved(before, 8, 0)
    !$omp target map(to : s) map(from : first, middle, last, on_host)
      first = s%first
      middle = s%middle
      last = s%last(2)
      s%first = 101
      s%middle = 102
      s%last = [103, 104, 105, 106]
      on_host = omp_is_initial_device()
    !$omp end target
    before = count_now()
    !$omp target update from(s%last(2:3))
    call moved(before, 0, 8)
  !$omp end target data
  call ran(on_host)
  call equal("first on the device", first, 1)
  call equal("middle on the device", middle, 12.0_real64)
  call equal("last(2) on the device", last, 4)
  call equal("first on the host", s%first, 11)
  call equal("middle on the host", s%middle, 12.0_real64)
  call equal("last on the host", s%last, [13, 104, 105, 16])
  call verdict()
end program
