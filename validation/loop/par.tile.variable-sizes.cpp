// par.tile.variable-sizes
// OpenMP 6.0, section 11.2: the sizes of tile need not be constants.
// Observed: the order of the iterations.
// Mutant: given = 3 => given = 2
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
    volatile int given = 3;
    const int size = given;
    #pragma omp tile sizes(size, size)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 6; ++j) order[6 * i + j] = next++;
  }
  claim.ran(on_host);
  claim.equal("first of the second tile", order[3], 9);
  claim.equal("last", order[23], 23);
  return claim.verdict();
}
