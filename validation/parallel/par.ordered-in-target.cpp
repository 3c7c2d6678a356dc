// par.ordered-in-target
// OpenMP 4.0, section 15.10: the ordered regions of a loop with the ordered clause run one by
// one in the order of the iterations.
// Observed: the order in which 200 iterations come to it, and executions of each.
// Mutant: #pragma omp ordered =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 200;
  int place[n] = {};
  int runs[n] = {};
  int next = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : place, runs, next) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp parallel for ordered schedule(static, 1) num_threads(4)
    for (int i = 0; i < n; ++i) {
      #pragma omp ordered
      {
        #pragma omp atomic
        ++runs[i];
        #pragma omp atomic capture
        place[i] = next++;
      }
    }
  }

  claim.ran(on_host);
  for (int i = 0; i < n; ++i) {
    claim.equal("executions of an iteration", runs[i], 1);
    claim.equal("its place in the order", place[i], i);
  }
  return claim.verdict();
}
