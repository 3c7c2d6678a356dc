// par.tile-under-tdpf
// OpenMP 5.1, section 9.1: the loops over tiles can be the loops of an enclosing construct, here
// a combined one that collapses both: a tile is then one iteration.
// Observed: each pair runs once; all pairs of a tile are run by one thread.
// Mutant: #pragma omp tile sizes(4, 8) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int rows = 18;  // no multiples of the sizes
  constexpr int columns = 43;
  int count[rows][columns] = {};
  int owner[rows][columns] = {};
  int on_host = 1;

  #pragma omp target teams distribute parallel for collapse(2) num_teams(2) thread_limit(4) \
      map(tofrom : count, owner, on_host)
  #pragma omp tile sizes(4, 8)
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      #pragma omp atomic
      ++count[i][j];
      #pragma omp atomic write
      owner[i][j] = 1000 * omp_get_team_num() + omp_get_thread_num();
      if (i == 0 && j == 0) on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      claim.equal("executions of a pair", count[i][j], 1);
      claim.equal("thread, compared with the first of its tile", owner[i][j],
                  owner[i / 4 * 4][j / 8 * 8]);
    }
  }
  return claim.verdict();
}
