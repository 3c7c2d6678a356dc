! update.to

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: a(8), old_sum, new_values(8), i
  logical :: on_host = .true.
  type(counted) :: before

  call needs_separate_memory()
  a = [(i, i = 1, 8)]
  !$omp target data map(to : a)
    a = [(10 + i, i = 1, 8)]
    !$omp target map(to : a) map(from : old_sum)
      old_sum = sum(a)
    !$omp end target
    before = count_now()
    !$omp target update to(a)
    call moved(before, 32, 0)
    a = -1
    !$omp target map(to : a) map(from : new_values, on_host)
      new_values = a
      on_host = omp_is_initial_device()
    !$omp end target
  !$omp end target data
  call ran(on_host)
  call equal("sum before the update", old_sum, 36)
  call equal("seen behind the update", new_values, [(10 + i, i = 1, 8)])
  call equal("a on the host", a, -1)
  call verdict()
end program
