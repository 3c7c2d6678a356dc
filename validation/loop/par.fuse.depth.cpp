// par.fuse.depth
// OpenMP 6.1, section B.2 of 6.1 (unchecked): depth on fuse fuses nests of that many loops.
// Observed: the order of the iterations of two nests.
// Mutant: depth(2) => depth(1)
// Mutant: order[4 * i + j] = next++ => order[4 * i + j] = 1 + next++

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
    #pragma omp fuse depth(2)
    {
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) order[4 * i + j] = next++;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) order[12 + 4 * i + j] = next++;
    }
  }
  claim.ran(on_host);
  for (int i = 0; i < 12; ++i) {
    claim.equal("position in the first nest", order[i], 2 * i);
    claim.equal("position in the second nest", order[12 + i], 2 * i + 1);
  }
  return claim.verdict();
}
