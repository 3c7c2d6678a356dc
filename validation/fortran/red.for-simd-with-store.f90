! red.for-simd-with-store
! Flags: -O1
! Mutant: map(tofrom : to, total) => map(to : to, total)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, parameter :: n = 1400
  real(real64), allocatable :: from(:), to(:)
  real(real64) :: total, expected
  integer :: i
  logical :: on_host = .true.

  allocate (from(n), to(n))
  from = [(real(1 + mod(i, 3), real64), i = 1, n)]
  to = -1
  total = 10
  !$omp target map(to : from) map(tofrom : to, total) map(from : on_host)
    on_host = omp_is_initial_device()
    !$omp parallel
      !$omp do simd reduction(+ : total)
      do i = 1, n
        to(i) = from(i)
        total = total + from(i)**2
      end do
    !$omp end parallel
  !$omp end target
  expected = 10 + sum(from**2)
  call ran(on_host)
  call equal("sum", total, expected)
  call equal("element stored", to, from)
  call verdict()
end program
