// par.target-simd.linear
// OpenMP 4.5, section 5.4.6: a linear item has in iteration i its first value plus i steps, and
// after the loop the value of the sequentially last iteration.
// Observed: the value in each iteration; the item after the loop.
// Mutant: linear(k : 3) => linear(k : 4)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 64;
  int seen[n] = {};
  int after = -1;
  int k = 5;
  int on_host = 1;

  #pragma omp target simd linear(k : 3) map(tofrom : seen, on_host)
  for (int i = 0; i < n; ++i) {
    seen[i] = k;
    k += 3;  // what the clause promises
    if (i == 0) on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("value in the combined construct", seen[i], 5 + 3 * i);

  on_host = 1;
  for (int i = 0; i < n; ++i) seen[i] = 0;
  #pragma omp target map(tofrom : seen) map(from : after, on_host)
  {
    int m = 7;
    #pragma omp simd linear(m : 2)
    for (int i = 0; i < n; ++i) {
      seen[i] = m;
      m += 2;
    }
    after = m;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("value in an iteration", seen[i], 7 + 2 * i);
  claim.equal("value after the loop", after, 7 + 2 * n);
  return claim.verdict();
}
