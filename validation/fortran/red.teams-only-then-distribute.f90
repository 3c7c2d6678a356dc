! red.teams-only-then-distribute
! Mutant: reduction(+ : teams, => reduction(max : teams,

program claim
  use omp_lib
  use league_claim
  implicit none
  integer, parameter :: n = 90
  integer :: teams, total, formed, i
  integer :: own, begun
  logical :: on_host

  teams = 100
  total = 2000
  formed = 0
  own = 7
  begun = 7
  on_host = .true.
  !$omp target teams num_teams(4) reduction(+ : teams, total, own) map(tofrom : teams, total) &
  !$omp   map(tofrom : formed, on_host, begun)
    teams = teams + 1
    if (omp_get_team_num() == 0) then
      formed = omp_get_num_teams()
      begun = own
    end if
    !$omp distribute
    do i = 0, n - 1
      total = total + i
      if (i == 0) on_host = omp_is_initial_device()
    end do
  !$omp end target teams
  call ran(on_host)
  call equal("a copy begins with", begun, 0)
  call holds("teams formed", formed >= 1)
  call equal("one for each team", teams, 100 + formed)
  call equal("sum over the distributed loop", total, 2000 + n * (n - 1) / 2)
  call verdict()
end program
