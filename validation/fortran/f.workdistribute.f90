! f.workdistribute
! OpenMP 6.0, section 13.5: workdistribute divides the array assignments of a teams region among its
! teams, each element once.
! Observed: arrays after two assignments, the second of which reads another element of what the first
! one stored.
! Mutant: y = y + a * x => y = y + 2 * (a * x)
! Mutant: map(tofrom : y) => map(to : y)

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, parameter :: n = 1000
  integer :: i, a, x(n), y(n), z(n)
  logical :: on_host = .true.

  a = 3
  x = [(i, i = 1, n)]
  y = 1
  !$omp target data map(tofrom : y) map(to : x) map(from : z)
    !$omp target teams workdistribute
      y = y + a * x
      z = y(n : 1 : -1)
    !$omp end target teams workdistribute
    !$omp target map(from : on_host)
      on_host = omp_is_initial_device()
    !$omp end target
  !$omp end target data
  call ran(on_host)
  call equal("sums", y, [(1 + 3 * i, i = 1, n)])
  call equal("what the next statement read", z, [(1 + 3 * i, i = n, 1, -1)])
  call verdict()
end program
