! data.structured-basic
! Mutant: target data map(tofrom : a) => target data map(to : a)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: a(64), i, poisoned
  logical :: first_on_host, second_on_host
  type(counted) :: before

  call needs_separate_memory()
  a = [(i, i = 1, 64)]
  before = count_now()
  !$omp target data map(tofrom : a)
    a = -1000
    !$omp target map(tofrom : a) map(from : first_on_host)
      a = a + 1
      first_on_host = omp_is_initial_device()
    !$omp end target
    !$omp target map(tofrom : a) map(from : second_on_host)
      a = a * 2
      second_on_host = omp_is_initial_device()
    !$omp end target
    poisoned = count(a == -1000)
  !$omp end target data
  call moved(before, 256, 256 + 8)
  call ran(first_on_host)
  call ran(second_on_host)
  call equal("host elements untouched in the body", poisoned, 64)
  call equal("a after the body", a, [(2 * (i + 1), i = 1, 64)])
  call verdict()
end program
