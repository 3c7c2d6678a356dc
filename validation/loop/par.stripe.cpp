// par.stripe
// OpenMP 6.0, section 11.7: stripe runs iterations that lie a stride apart one after the other, as
// many as there are.
// Observed: the order of the iterations.
// Mutant: #pragma omp stripe sizes(4) =>
// Mutant: sizes(4) => sizes(3)

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
    #pragma omp stripe sizes(4)
    for (int i = 0; i < n; ++i) order[i] = next++;
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("position", order[i], i % 4 * (n / 4) + i / 4);
  return claim.verdict();
}
