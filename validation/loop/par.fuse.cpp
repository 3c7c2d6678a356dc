// par.fuse
// OpenMP 6.0, section 11.3: fuse makes one loop of the loops of a sequence: iteration i of each,
// one after the other.
// Observed: the order of the iterations of two loops.
// Mutant: #pragma omp fuse =>
// Mutant: order[i] = next++ => order[i] = 1 + next++

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 24;
  int order[2 * n];
  int next = 0;
  int on_host = 1;
  for (int& one : order) one = -1;
  #pragma omp target map(tofrom : order, next) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp fuse
    {
      for (int i = 0; i < n; ++i) order[i] = next++;
      for (int j = 0; j < n; ++j) order[n + j] = next++;
    }
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) {
    claim.equal("position in the first loop", order[i], 2 * i);
    claim.equal("position in the second loop", order[n + i], 2 * i + 1);
  }
  return claim.verdict();
}
