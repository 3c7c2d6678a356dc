// alloc.allocate-directive.pteam-on-device
// OpenMP 5.0, section 6.5: a variable of a team that omp_pteam_mem_alloc allocates is one object
// for all threads of the team, and another one for each team.
// Observed: what each thread stored in it, as the team's other threads and its initial thread see
// it.
// Mutant: #pragma omp parallel num_threads(4) => #pragma omp parallel num_threads(4)
// firstprivate(board)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int most = 64;
  int wrong[most] = {};
  int seen[most] = {};
  int teams = 0;
  int on_host = 1;

  #pragma omp target teams num_teams(2) map(tofrom : wrong, seen, teams, on_host)
  {
    int board[16];
    #pragma omp allocate(board) allocator(omp_pteam_mem_alloc)
    const int team = omp_get_team_num();
    for (int i = 0; i < 16; ++i) board[i] = -1;
    int bad = 0;
    #pragma omp parallel num_threads(4)
    {
      #pragma omp for
      for (int i = 0; i < 16; ++i) board[i] = 100 * team + i;
      // The loop ends with a barrier: every thread sees what all have stored.
      int mine = 0;
      for (int i = 0; i < 16; ++i) mine += board[i] != 100 * team + i;
      #pragma omp atomic
      bad += mine;
      if (team == 0 && omp_get_thread_num() == 0) on_host = omp_is_initial_device();
    }
    for (int i = 0; i < 16; ++i) bad += board[i] != 100 * team + i;
    if (team < most) {
      wrong[team] = bad;
      seen[team] = 1;
    }
    if (team == 0) teams = omp_get_num_teams();
  }

  claim.ran(on_host);
  claim.holds("teams ran", teams > 0);
  for (int i = 0; i < teams && i < most; ++i) {
    claim.equal("the team ran", seen[i], 1);
    claim.equal("elements that a thread did not see", wrong[i], 0);
  }
  return claim.verdict();
}
