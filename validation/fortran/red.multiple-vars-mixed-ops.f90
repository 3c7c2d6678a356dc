! red.multiple-vars-mixed-ops
! Mutant: reduction(max : largest, => reduction(min : largest,
! Mutant: reduction(ieor : parity, => reduction(ior : parity,

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, parameter :: n = 150
  integer(int64) :: total
  real(real64) :: factor
  integer :: largest, parity, expected, i
  integer :: a, b, c, d, begun(4)
  logical :: on_host

  total = 10
  factor = 3
  largest = -100
  parity = 240
  a = 7
  b = 7
  c = 7
  d = 7
  begun = 7
  on_host = .true.
  !$omp target teams distribute parallel do reduction(+ : total, a) &
  !$omp   reduction(* : factor, b) reduction(max : largest, c) reduction(ieor : parity, d) &
  !$omp   map(tofrom : on_host, begun) &
  !$omp   map(tofrom : total, factor, largest, parity)
  do i = 0, n - 1
    total = total + i
    factor = factor * merge(2, 1, mod(i, 10) == 0)
    largest = max(largest, i - 75)
    parity = ieor(parity, i)
    if (i == 0) then
      on_host = omp_is_initial_device()
      begun = [a, b, c, d]
    end if
  end do
  expected = 240
  do i = 0, n - 1
    expected = ieor(expected, i)
  end do
  call ran(on_host)
  call equal("sum, product and parity begin with", [begun(1:2), begun(4)], [0, 1, 0])
  call holds("a maximum begins lower than any", begun(3) < -1000000)
  call equal("sum", total, 10_int64 + n * (n - 1) / 2)
  call equal("product", factor, 3.0_real64 * 2**15)
  call equal("maximum", largest, 74)
  call equal("exclusive or", parity, expected)
  call verdict()
end program
