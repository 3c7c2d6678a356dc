! map.tofrom

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x(16), i
  logical :: on_host = .true.
  type(counted) :: before

  x = [(i, i = 1, 16)]
  before = count_now()
  !$omp target map(tofrom : x) map(from : on_host)
    x = x + 1000
    on_host = omp_is_initial_device()
  !$omp end target
  call moved(before, 16 * 4, 17 * 4)
  call ran(on_host)
  call equal("x on the host", x, [(i + 1000, i = 1, 16)])
  call verdict()
end program
