! map.section.subsection-of-present
! Mutant: data map(tofrom : x) => data map(to : x)
! Mutant: map(tofrom : x(5:8)) => map(always, tofrom : x(5:8))

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x(16), i
  logical :: on_host = .true.

  call needs_separate_memory()
  x = [(i, i = 1, 16)]
  !$omp target data map(tofrom : x)
    x = -1
    !$omp target map(tofrom : x(5:8)) map(from : on_host)
      do i = 5, 8
        x(i) = x(i) + 100
      end do
      on_host = omp_is_initial_device()
    !$omp end target
    call equal("x while it is mapped", x, -1)
  !$omp end target data
  call ran(on_host)
  do i = 1, 16
    call equal("x", x(i), i + merge(100, 0, i >= 5 .and. i <= 8))
  end do
  call verdict()
end program
