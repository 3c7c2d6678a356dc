// par.for-simd.schedule-simd
// OpenMP 4.5, section 11.5.3: the modifier simd rounds chunks up to the width of the SIMD loop;
// each iteration runs once.
// Observed: a counter for each iteration; a broken modifier is diagnosed.
// Where: host
// Contrast: schedule(simd => schedule(simds
// Mutant: count[i] += 1 => count[i] += 2
// Mutant: i < n; ++i) count => i < n - 1; ++i) count

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 200;
  int count[n] = {};
  #pragma omp parallel for simd schedule(simd : static, 5) num_threads(4)
  for (int i = 0; i < n; ++i) count[i] += 1;
  for (int i = 0; i < n; ++i) claim.equal("times an iteration ran", count[i], 1);
  return claim.verdict();
}
