! map.swap.target-data
! Mutant: map(tofrom : p(1:32)) map(to : q(1:32)) => map(to : p(1:32)) map(tofrom : q(1:32))

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, target :: first(32), second(32)
  integer, pointer :: p(:), q(:), other(:)
  integer :: i
  logical :: on_host = .true.

  call needs_separate_memory()
  first = [(i, i = 1, 32)]
  second = [(100 + i, i = 1, 32)]
  p => first
  q => second
  !$omp target data map(tofrom : p(1:32)) map(to : q(1:32))
    !$omp target map(from : on_host)
      do i = 1, 32
        p(i) = p(i) + 1000
        q(i) = q(i) + 2000
      end do
      on_host = omp_is_initial_device()
    !$omp end target
    other => p
    p => q
    q => other
  !$omp end target data
  call ran(on_host)
  call equal("what p pointed to at first", first, [(1000 + i, i = 1, 32)])
  call equal("what is not copied back", second, [(100 + i, i = 1, 32)])
  call verdict()
end program
