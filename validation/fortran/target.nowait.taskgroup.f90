! target.nowait.taskgroup
! Mutant: map(tofrom : x) => map(to : x)
! Mutant: map(tofrom : y) => map(from : y)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer :: x(4), y(4)
  logical :: on_host(2)

  x = [1, 2, 3, 4]
  y = [5, 6, 7, 8]
  !$omp taskgroup
    !$omp target map(tofrom : x) map(from : on_host(1:1)) nowait
      x = x * 10
      on_host(1) = omp_is_initial_device()
    !$omp end target
    !$omp target map(tofrom : y) map(from : on_host(2:2)) nowait
      y = y * 100
      on_host(2) = omp_is_initial_device()
    !$omp end target
  !$omp end taskgroup
  call ran(on_host)
  call equal("x behind the taskgroup", x, [10, 20, 30, 40])
  call equal("y behind the taskgroup", y, [500, 600, 700, 800])
  call verdict()
end program
