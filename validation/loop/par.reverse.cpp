// par.reverse
// OpenMP 6.0, section 11.5: reverse runs the iterations of a loop in the opposite order.
// Observed: the order of the iterations.
// Mutant: #pragma omp reverse =>
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
    #pragma omp reverse
    for (int i = 0; i < n; ++i) order[i] = next++;
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("position of an iteration", order[i], n - 1 - i);
  return claim.verdict();
}
