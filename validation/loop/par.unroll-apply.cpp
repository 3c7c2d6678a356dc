// par.unroll-apply
// OpenMP 6.0, section 11.1: apply gives a directive to a loop that a transformation makes.
// Observed: the order of the iterations of a tiled loop whose tiles are reversed.
// Seconds: 5
// Mutant: apply(intratile : reverse) =>
// Mutant: sizes(6) => sizes(8)

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
    #pragma omp tile sizes(6) apply(intratile : reverse)
    for (int i = 0; i < n; ++i) order[i] = next++;
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("position", order[i], i / 6 * 6 + (5 - i % 6));
  return claim.verdict();
}
