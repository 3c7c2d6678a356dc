// task.masked-taskloop-in-target
// OpenMP 5.1, section 17.1: masked taskloop in a parallel region on the device executes every
// iteration once.
// Observed: how often each iteration ran.
// Mutant: ++count[i] => count[i] += 2
// Mutant: i < n; ++i) { => i < n - 1; ++i) {

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int n = 100;
  int count[n] = {};
  int on_host = 1;
  #pragma omp target map(tofrom : count) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp parallel num_threads(4)
    #pragma omp masked taskloop
    for (int i = 0; i < n; ++i) {
      #pragma omp atomic
      ++count[i];
    }
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("executions of an iteration", count[i], 1);
  return claim.verdict();
}
