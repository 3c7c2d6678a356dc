// par.flatten
// OpenMP 6.1, section B.2 of 6.1 (unchecked): flatten makes one loop of a nest, in the order of
// the nest.
// Observed: the order of the iterations.
// Mutant: next++ => 1 + next++
// Mutant: j < 6; ++j) order => j < 5; ++j) order

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
    #pragma omp flatten depth(2)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 6; ++j) order[6 * i + j] = next++;
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("position", order[i], i);
  return claim.verdict();
}
