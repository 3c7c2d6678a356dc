! target.volatile-local
! Mutant: i < 1000 => i < 999

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, volatile :: i
  integer :: steps, behind
  logical :: on_host = .true.

  steps = 0
  behind = 0
  !$omp target map(tofrom : steps, behind) map(from : on_host) private(i)
    i = 0
    do while (i < 1000)
      steps = steps + 1
      i = i + 1
    end do
    behind = 1
    on_host = omp_is_initial_device()
  !$omp end target
  call ran(on_host)
  call equal("steps of the loop", steps, 1000)
  call equal("statement behind the loop", behind, 1)
  call verdict()
end program
