! update.noncontiguous-stride
! Mutant: update to(a(2:11:3)) => update to(a(2:11))
! Mutant: update from(a(1:9:2)) => update from(a(1:9))

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: a(16), seen(16), i
  logical :: on_host = .true.

  call needs_separate_memory()
  a = [(i, i = 1, 16)]
  !$omp target data map(to : a)
    a = [(100 + i, i = 1, 16)]
    !$omp target update to(a(2:11:3))
    !$omp target map(to : a) map(from : seen, on_host)
      do i = 1, 16
        seen(i) = a(i)
        a(i) = 1000 + i
      end do
      on_host = omp_is_initial_device()
    !$omp end target
    !$omp target update from(a(1:9:2))
  !$omp end target data
  call ran(on_host)
  do i = 1, 16
    call equal("seen after to", seen(i), i + merge(100, 0, any(i == [2, 5, 8, 11])))
    call equal("on the host after from", a(i), i + merge(1000, 100, any(i == [1, 3, 5, 7, 9])))
  end do
  call verdict()
end program
