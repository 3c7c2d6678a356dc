// par.parallel-in-orphaned-function
// OpenMP 4.0, section 11.5: a worksharing loop in a function binds to the parallel region from
// which the function is called; without one, the calling thread executes it all.
// Observed: executions of each iteration, called from a parallel region and from the bare
// target.
// Mutant: #pragma omp for =>

#include "league/claim.hpp"

#pragma omp declare target
void visit(int* count, int n) {
  #pragma omp for
  for (int i = 0; i < n; ++i) {
    #pragma omp atomic
    ++count[i];
  }
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  constexpr int n = 203;
  int shared[n] = {};
  int alone[n] = {};
  int on_host = 1;

  #pragma omp target map(tofrom : shared, alone) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp parallel num_threads(4)
    visit(shared, n);
    visit(alone, n);
  }

  claim.ran(on_host);
  for (int i = 0; i < n; ++i) {
    claim.equal("executions in a parallel region", shared[i], 1);
    claim.equal("executions outside of one", alone[i], 1);
  }
  return claim.verdict();
}
