// par.order-unconstrained
// OpenMP 5.1, section 10.3: the modifier unconstrained may stand in the order clause: iterations
// run in any order.
// Observed: each iteration once; a broken modifier is diagnosed.
// Contrast: order(unconstrained => order(restrained
// Mutant: count[i] += i + 1 => count[i] += i
// Mutant: map(tofrom : count) => map(to : count)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 100;
  int count[n] = {};
  int on_host = 1;
  #pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();
  #pragma omp target teams distribute parallel for order(unconstrained : concurrent) \
      map(tofrom : count)
  for (int i = 0; i < n; ++i) count[i] += i + 1;
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("what an iteration added", count[i], i + 1);
  return claim.verdict();
}
