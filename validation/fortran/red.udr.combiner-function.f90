! red.udr.combiner-function
! Mutant: combine(omp_out, omp_in) => combine(omp_out, omp_out)

module commons
  implicit none
  type :: common_part
    integer :: divisor, elements
  end type
contains
  recursive integer function gcd(a, b) result(divisor)
    !$omp declare target
    integer, intent(in) :: a, b
    if (b == 0) then
      divisor = a
    else
      divisor = gcd(b, mod(a, b))
    end if
  end function
  subroutine combine(out, in)
    !$omp declare target
    type(common_part), intent(inout) :: out
    type(common_part), intent(in) :: in
    out%divisor = gcd(out%divisor, in%divisor)
    out%elements = out%elements + in%elements
  end subroutine
  subroutine start(own, original)
    !$omp declare target
    type(common_part), intent(out) :: own
    type(common_part), intent(in) :: original
    own%divisor = 0 * original%divisor
    own%elements = 0
  end subroutine
end module

program claim
  use omp_lib
  use league_claim
  use commons
  implicit none
  integer, parameter :: n = 60
  integer :: x(n), i
  type(common_part) :: found
  logical :: on_host
  !$omp declare reduction(common : common_part : combine(omp_out, omp_in)) &
  !$omp   initializer(start(omp_priv, omp_orig))

  x = [(42 * i, i = 1, n)]
  x(n) = 42 * 7 + 21
  found = common_part(0, 1000)
  on_host = .true.
  !$omp target teams distribute parallel do reduction(common : found) map(tofrom : found) &
  !$omp   map(to : x) map(tofrom : on_host)
  do i = 1, n
    call combine(found, common_part(x(i), 1))
    if (i == 1) on_host = omp_is_initial_device()
  end do
  call ran(on_host)
  call equal("greatest common divisor", found%divisor, 21)
  call equal("elements", found%elements, 1000 + n)
  call verdict()
end program
