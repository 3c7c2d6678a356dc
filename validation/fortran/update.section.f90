! update.section
! Mutant: update to(a(3:5)) => update to(a(3:6))
! Mutant: update from(a(10:11)) => update from(a(9:11))
! Mutant: update to(a(3:5)) => update to(a)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: a(16), seen(16), i
  logical :: on_host = .true.
  type(counted) :: before

  call needs_separate_memory()
  a = [(i, i = 1, 16)]
  !$omp target data map(to : a)
    a = [(100 + i, i = 1, 16)]
    before = count_now()
    !$omp target update to(a(3:5))
    call moved(before, 12, 0)
    !$omp target map(to : a) map(from : seen, on_host)
      do i = 1, 16
        seen(i) = a(i)
        a(i) = 1000 + i
      end do
      on_host = omp_is_initial_device()
    !$omp end target
    before = count_now()
    !$omp target update from(a(10:11))
    call moved(before, 0, 8)
  !$omp end target data
  call ran(on_host)
  do i = 1, 16
    call equal("seen after to", seen(i), i + merge(100, 0, i >= 3 .and. i <= 5))
    call equal("on the host after from", a(i), i + merge(1000, 100, i == 10 .or. i == 11))
  end do
  call verdict()
end program
