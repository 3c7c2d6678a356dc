! map.large-array
! Mutant: map(tofrom : x) => map(to : x)
! Mutant: map(tofrom : x) => map(from : x)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, parameter :: n = 2**20
  real(real64), allocatable :: x(:)
  integer :: i, right
  logical :: on_host = .true.

  allocate (x(n))
  do i = 1, n
    x(i) = i
  end do
  !$omp target map(tofrom : x) map(from : on_host)
    do i = 1, n
      x(i) = 2 * x(i) + 1
    end do
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  right = 0
  do i = 1, n
    if (x(i) == 2 * real(i, real64) + 1) right = right + 1
  end do
  call equal("right elements", right, n)
  call verdict()
end program
