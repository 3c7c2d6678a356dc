! map.section.pointer
! Mutant: data map(tofrom : p(3:6)) => data map(to : p(3:6))
! Mutant: data map(tofrom : p(3:6)) => data map(from : p(3:6))

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, target :: storage(10)
  integer, pointer :: p(:)
  integer :: i
  logical :: on_host = .true.

  call needs_separate_memory()
  storage = [(i, i = 1, 10)]
  p => storage
  !$omp target data map(tofrom : p(3:6))
    storage = storage - 50
    !$omp target map(tofrom : p(3:6)) map(from : on_host)
      do i = 3, 6
        p(i) = p(i) + 100
      end do
      on_host = omp_is_initial_device()
    !$omp end target
  !$omp end target data
  call ran(on_host)
  do i = 1, 10
    call equal("element", storage(i), i + merge(100, -50, i >= 3 .and. i <= 6))
  end do
  call verdict()
end program
