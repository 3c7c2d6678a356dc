// par.fuse.looprange
// OpenMP 6.0, section 6.4.7: looprange(first, count) fuses only that part of a sequence of loops.
// Observed: the order of the iterations of three loops.
// Mutant: looprange(1, 2) => looprange(2, 2)
// Mutant: order[i] = next++ => order[i] = 1 + next++

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
    #pragma omp fuse looprange(1, 2)
    {
      for (int i = 0; i < 8; ++i) order[i] = next++;
      for (int j = 0; j < 8; ++j) order[8 + j] = next++;
      for (int k = 0; k < 8; ++k) order[16 + k] = next++;
    }
  }
  claim.ran(on_host);
  for (int i = 0; i < 8; ++i) {
    claim.equal("position in the first loop", order[i], 2 * i);
    claim.equal("position in the second loop", order[8 + i], 2 * i + 1);
    claim.equal("position in the third loop", order[16 + i], 16 + i);
  }
  return claim.verdict();
}
