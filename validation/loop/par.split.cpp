// par.split
// OpenMP 6.0, section 11.6: split with counts makes loops of that many iterations, one of which
// takes the rest.
// Observed: each iteration once, in order.
// Mutant: next++ => 1 + next++
// Mutant: i < n; ++i) order => i < n - 1; ++i) order

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
    #pragma omp split counts(5, omp_fill)
    for (int i = 0; i < n; ++i) order[i] = next++;
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("position", order[i], i);
  return claim.verdict();
}
