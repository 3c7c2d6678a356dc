// task.parallel-master-taskloop
// OpenMP 5.0, section 17.1: parallel master taskloop executes every iteration once.
// Observed: how often each iteration ran, and at which level.
// Where: host
// Mutant: ++count[i] => count[i] += 2
// Mutant: i < n; ++i) { => i < n - 1; ++i) {

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int n = 100;
  int count[n] = {};
  int level = -1;
  #pragma omp parallel master taskloop shared(count, level)
  for (int i = 0; i < n; ++i) {
    #pragma omp atomic
    ++count[i];
    if (i == n / 2) level = omp_get_level();
  }
  claim.equal("nesting level of the loop", level, 1);
  for (int i = 0; i < n; ++i) claim.equal("executions of an iteration", count[i], 1);
  return claim.verdict();
}
