// par.tile-apply
// OpenMP 6.0, section 11.1: apply on tile gives directives to the loops over tiles and to those in
// a tile.
// Observed: the order of the iterations where the tiles come in reverse.
// Where: host
// Seconds: 5
// Mutant: apply(grid : reverse) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 12;
  int order[n];
  int next = 0;
  for (int& one : order) one = -1;
  #pragma omp tile sizes(4) apply(grid : reverse)
  for (int i = 0; i < n; ++i) order[i] = next++;
  for (int i = 0; i < n; ++i) claim.equal("when it ran", order[i], 4 * (2 - i / 4) + i % 4);
  return claim.verdict();
}
