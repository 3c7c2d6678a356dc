! map.struct.pointer-member-section
! Mutant: data map(tofrom : s%p(1:4)) => data map(to : s%p(1:4))

program claim
  use omp_lib
  use league_claim
  implicit none
  type :: vector
    integer :: n
    integer, pointer :: p(:)
  end type
  type(vector) :: s
  integer, target :: storage(6)
  integer :: i
  logical :: on_host = .true.

  call needs_separate_memory()
  storage = [-9, 1, 2, 3, 4, -9]
  s%n = 7
  s%p => storage(2:5)
  !$omp target data map(tofrom : s%p(1:4))
    storage(2:5) = -1
    s%n = 8
    !$omp target map(tofrom : s%p(1:4)) map(from : on_host)
      do i = 1, 4
        s%p(i) = s%p(i) + 100
      end do
      on_host = omp_is_initial_device()
    !$omp end target
    call equal("host while mapped", storage(2:5), -1)
  !$omp end target data
  call ran(on_host)
  call equal("host at the end", storage, [-9, 101, 102, 103, 104, -9])
  call holds("pointer on the host", associated(s%p, storage(2:5)))
  call equal("n on the host", s%n, 8)
  call verdict()
end program
