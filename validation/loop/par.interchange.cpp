// par.interchange
// OpenMP 6.0, section 11.4: interchange swaps the order of two nested loops.
// Observed: the order of the iterations.
// Mutant: #pragma omp interchange =>
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
    #pragma omp interchange
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 6; ++j) order[6 * i + j] = next++;
  }
  claim.ran(on_host);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 6; ++j) claim.equal("position", order[6 * i + j], 4 * j + i);
  return claim.verdict();
}
