! map.from

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x(64), i
  logical :: on_host = .true.
  type(counted) :: before

  x = -1
  before = count_now()
  !$omp target map(from : x) map(from : on_host)
    do i = 1, 64
      x(i) = 3 * i
    end do
    on_host = omp_is_initial_device()
  !$omp end target
  call moved(before, 0, 65 * 4)
  call ran(on_host)
  call equal("x on the host", x, [(3 * i, i = 1, 64)])
  call verdict()
end program
