! red.udr.struct
! Mutant: omp_priv = extent(0, 0) => omp_priv = extent(1, 0)

module extents
  implicit none
  type :: extent
    integer :: total, squares
  end type
contains
  type(extent) function sum_of(a, b)
    !$omp declare target
    type(extent), intent(in) :: a, b
    sum_of = extent(a%total + b%total, a%squares + b%squares)
  end function
end module

program claim
  use omp_lib
  use league_claim
  use extents
  implicit none
  integer, parameter :: n = 200
  type(extent) :: total
  integer :: i
  logical :: on_host
  !$omp declare reduction(add : extent : omp_out = sum_of(omp_out, omp_in)) &
  !$omp   initializer(omp_priv = extent(0, 0))

  total = extent(0, 0)
  on_host = .true.
  !$omp target teams distribute parallel do reduction(add : total) map(tofrom : total) &
  !$omp   map(tofrom : on_host)
  do i = 0, n - 1
    total%total = total%total + i
    total%squares = total%squares + i * i
    if (i == 0) on_host = omp_is_initial_device()
  end do
  call ran(on_host)
  call equal("sum", total%total, sum([(i, i = 0, n - 1)]))
  call equal("sum of squares", total%squares, sum([(i * i, i = 0, n - 1)]))
  call verdict()
end program
