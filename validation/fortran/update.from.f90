! update.from

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: a(8), untouched, total, i
  logical :: first_on_host, second_on_host
  type(counted) :: before

  call needs_separate_memory()
  a = [(i, i = 1, 8)]
  !$omp target data map(to : a)
    !$omp target map(to : a) map(from : first_on_host)
      a = a * 10
      first_on_host = omp_is_initial_device()
    !$omp end target
    untouched = count(a == [(i, i = 1, 8)])
    before = count_now()
    !$omp target update from(a)
    call moved(before, 0, 32)
    !$omp target map(to : a) map(from : total, second_on_host)
      total = sum(a)
      second_on_host = omp_is_initial_device()
    !$omp end target
  !$omp end target data
  call ran(first_on_host)
  call ran(second_on_host)
  call equal("host elements untouched before the update", untouched, 8)
  call equal("a behind the update", a, [(10 * i, i = 1, 8)])
  call equal("sum on the device", total, 360)
  call verdict()
end program
