! target.firstprivate.array

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: a(33), seen(33), i
  logical :: on_host = .true.

  a = [(3 * i + 2, i = 1, 33)]
  seen = -1
  !$omp target firstprivate(a) map(from : seen, on_host)
    seen = a
    a = -7
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call equal("element seen by the region", seen, [(3 * i + 2, i = 1, 33)])
  call equal("element of the original", a, [(3 * i + 2, i = 1, 33)])
  call verdict()
end program
