// par.tile.grid-sizes
// OpenMP 6.1, section B.2 of 6.1 (unchecked): grid on tile gives the number of tiles instead of
// their sizes.
// Observed: the order of the iterations.
// Mutant: grid(2, 3) => grid(4, 6)
// Mutant: next++ => 1 + next++

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 24;
  int order[n];
  int next = 0;
  int on_host = 1;
  for (int& one : order) one = -1;
  #pragma omp target map(tofrom : order, next) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp tile grid(2, 3)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 6; ++j) order[6 * i + j] = next++;
  }
  claim.ran(on_host);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 6; ++j)
      claim.equal("position", order[6 * i + j], (i / 2 * 3 + j / 2) * 4 + i % 2 * 2 + j % 2);
  return claim.verdict();
}
