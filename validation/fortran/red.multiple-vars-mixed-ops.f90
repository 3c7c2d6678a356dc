! red.multiple-vars-mixed-ops
! Mutant: reduction(max : largest) => reduction(min : largest)
! Mutant: reduction(ieor : parity) => reduction(ior : parity)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, parameter :: n = 150
  integer(int64) :: total
  real(real64) :: factor
  integer :: largest, parity, expected, i
  logical :: on_host

  total = 10
  factor = 3
  largest = -100
  parity = 240
  on_host = .true.
  !$omp target teams distribute parallel do reduction(+ : total) reduction(* : factor) &
  !$omp   reduction(max : largest) reduction(ieor : parity) map(tofrom : on_host) &
  !$omp   map(tofrom : total, factor, largest, parity)
  do i = 0, n - 1
    total = total + i
    factor = factor * merge(2, 1, mod(i, 10) == 0)
    largest = max(largest, i - 75)
    parity = ieor(parity, i)
    if (i == 0) on_host = omp_is_initial_device()
  end do
  expected = 240
  do i = 0, n - 1
    expected = ieor(expected, i)
  end do
  call ran(on_host)
  call equal("sum", total, 10_int64 + n * (n - 1) / 2)
  call equal("product", factor, 3.0_real64 * 2**15)
  call equal("maximum", largest, 74)
  call equal("exclusive or", parity, expected)
  call verdict()
end program
