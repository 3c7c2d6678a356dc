! map.refcount.no-copy-when-present
! Mutant: map(tofrom : x) => map(always, to : x)
! Mutant: map(tofrom : x) => map(always, from : x)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x(4), total
  logical :: on_host = .true.
  type(counted) :: before

  call needs_separate_memory()
  x = [1, 2, 3, 4]
  !$omp target enter data map(to : x)
  x = 50
  before = count_now()
  !$omp target map(tofrom : x) map(from : total, on_host)
    total = sum(x)
    x = -1
    on_host = omp_is_initial_device()
  !$omp end target
  call moved(before, 0, 8)
  call ran(on_host)
  call equal("sum seen by the region", total, 10)
  call equal("x on the host", x, 50)
  !$omp target exit data map(delete : x)
  call verdict()
end program
