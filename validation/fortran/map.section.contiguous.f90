! map.section.contiguous
! Mutant: map(tofrom : x(4:9)) => map(to : x(4:9))
! Mutant: map(tofrom : x(4:9)) => map(from : x(4:9))

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x(12), i
  logical :: on_host = .true.
  type(counted) :: before

  call needs_separate_memory()
  x = [(i, i = 1, 12)]
  before = count_now()
  !$omp target map(tofrom : x(4:9)) map(from : on_host)
    do i = 4, 9
      x(i) = x(i) + 100
    end do
    on_host = omp_is_initial_device()
  !$omp end target
  call moved(before, 24, 28)
  call ran(on_host)
  call equal("before the section", x(1:3), [1, 2, 3])
  call equal("in the section", x(4:9), [(i + 100, i = 4, 9)])
  call equal("behind the section", x(10:12), [10, 11, 12])
  call verdict()
end program
