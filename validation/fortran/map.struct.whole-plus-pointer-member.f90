! map.struct.whole-plus-pointer-member
! Mutant: map(to : s%p(1:4)) => map(tofrom : s%p(1:4))
! Mutant: map(tofrom : s) => map(to : s)

program claim
  use omp_lib
  use league_claim
  implicit none
  type :: vector
    integer :: n
    real(real64), pointer :: p(:)
    real(real64) :: total
  end type
  type(vector) :: s
  real(real64), target :: storage(4)
  integer :: i
  logical :: on_host = .true.

  call needs_separate_memory()
  storage = [1, 2, 3, 4]
  s%n = 4
  s%p => storage
  s%total = -1
  !$omp target map(tofrom : s) map(to : s%p(1:4)) map(from : on_host)
    s%total = 0
    do i = 1, s%n
      s%total = s%total + s%p(i)
      s%p(i) = -5
    end do
    s%n = 40
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call equal("sum", s%total, 10.0_real64)
  call equal("n", s%n, 40)
  call holds("pointer on the host", associated(s%p, storage))
  call equal("storage on the host", storage, real([1, 2, 3, 4], real64))
  call verdict()
end program
