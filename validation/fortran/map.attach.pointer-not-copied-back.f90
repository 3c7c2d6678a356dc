! map.attach.pointer-not-copied-back

program claim
  use omp_lib
  use league_claim
  implicit none
  type :: vector
    integer :: a
    integer, pointer :: p(:)
    integer :: b
  end type
  type(vector) :: s
  integer, target :: storage(4)
  logical :: on_host(2)

  call needs_separate_memory()
  storage = [1, 2, 3, 4]
  s%a = 1
  s%b = 2
  s%p => storage
  on_host = .true.
  !$omp target map(tofrom : s) map(to : s%p(1:4)) map(from : on_host(1:1))
    s%a = 10 * s%p(1)
    s%b = 10 * s%p(4)
    on_host(1) = omp_is_initial_device()
  !$omp end target
  call holds("pointer after target", associated(s%p, storage))
  call equal("a after target", s%a, 10)
  call equal("b after target", s%b, 40)
  !$omp target enter data map(to : s) map(to : s%p(1:4))
  !$omp target map(to : s) map(from : on_host(2:2))
    s%a = 100 * s%p(2)
    s%b = 100 * s%p(3)
    on_host(2) = omp_is_initial_device()
  !$omp end target
  !$omp target exit data map(from : s) map(release : s%p(1:4))
  call holds("pointer after exit", associated(s%p, storage))
  call equal("a after exit", s%a, 200)
  call equal("b after exit", s%b, 300)
  call ran(on_host(1))
  call ran(on_host(2))
  call equal("storage on the host", storage, [1, 2, 3, 4])
  call verdict()
end program
