// task.parallel-masked-taskloop-simd
// OpenMP 5.1, section 17.1: parallel masked taskloop simd executes every iteration once.
// Observed: how often each iteration ran; a broken directive is diagnosed.
// Where: host
// Mutant: count[i] += 1 => count[i] += 2
// Contrast: taskloop simd => taskloop sind
// Mutant: i < n; ++i) count => i < n - 1; ++i) count

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int n = 100;
  int count[n] = {};
  #pragma omp parallel masked taskloop simd shared(count)
  for (int i = 0; i < n; ++i) count[i] += 1;
  for (int i = 0; i < n; ++i) claim.equal("executions of an iteration", count[i], 1);
  return claim.verdict();
}
