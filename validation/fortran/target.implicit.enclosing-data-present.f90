! target.implicit.enclosing-data-present
! Mutant: omp target map(from : seen => omp target map(always, tofrom : a) map(from : seen

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: a(4), seen(4), again(4)
  logical :: on_host = .true.
  type(counted) :: before

  call needs_separate_memory()
  a = [1, 2, 3, 4]
  before = count_now()
  !$omp target data map(to : a)
    a = -1
    !$omp target map(from : seen, on_host)
      seen = a
      a = [100, 101, 102, 103]
      on_host = omp_is_initial_device()
    !$omp end target
    call equal("element on the host", a, -1)
    !$omp target map(from : again)
      again = a
    !$omp end target
  !$omp end target data
  call moved(before, 16, 16 + 16 + 4)
  call ran(on_host)
  call equal("element seen by the region", seen, [1, 2, 3, 4])
  call equal("element seen by the next region", again, [100, 101, 102, 103])
  call equal("element on the host at the end", a, -1)
  call verdict()
end program
