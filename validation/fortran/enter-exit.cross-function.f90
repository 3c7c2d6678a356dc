! enter-exit.cross-function
! Mutant: enter data map(to : a) => enter data map(to : a) if (n < 0)
! Mutant: exit data map(from : a) => exit data map(release : a)

program claim
  use, intrinsic :: iso_c_binding
  use omp_lib
  use league_claim
  implicit none
  integer, target :: x(10)
  integer :: i
  logical :: on_host = .true.

  call needs_separate_memory()
  x = [(i, i = 1, 10)]
  call enter(x, 10)
  call compute(x, 10, on_host)
  call ran(on_host)
  call equal("x before the exit", x, -1000)
  call leave(x, 10)
  call equal("x", x, [(3 * i + 1, i = 1, 10)])
  call holds("absent behind the exit", &
    .not. is_present(c_loc(x)))
  call verdict()

contains

  subroutine enter(a, n)
    integer, intent(in) :: n
    integer :: a(n)
    !$omp target enter data map(to : a)
    a = -1000  ! no region may see this
  end subroutine

  subroutine compute(a, n, on_host)
    integer, intent(in) :: n
    integer :: a(n), k
    logical, intent(out) :: on_host
    !$omp target map(tofrom : a) map(from : on_host)
      do k = 1, n
        a(k) = 3 * a(k) + 1
      end do
      on_host = omp_is_initial_device()
    !$omp end target
  end subroutine

  subroutine leave(a, n)
    integer, intent(in) :: n
    integer :: a(n)
    !$omp target exit data map(from : a)
  end subroutine
end program
