// par.cancel-for-in-target
// OpenMP 4.0, section 16.2: where cancellation is not enabled, cancel and cancellation point
// have no effect.
// Observed: each iteration runs once and to its end.
// Environment: OMP_CANCELLATION=false
// Mutant: #pragma omp cancel for => continue;

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 100;
  int begun[n] = {};
  int ended[n] = {};
  int enabled = 1;
  int on_host = 1;

  #pragma omp target map(tofrom : begun, ended) map(from : enabled, on_host)
  {
    on_host = omp_is_initial_device();
    enabled = omp_get_cancellation();
    #pragma omp parallel num_threads(4)
    {
      #pragma omp for
      for (int i = 0; i < n; ++i) {
        #pragma omp atomic
        ++begun[i];
        if (i % 10 == 3) {
          #pragma omp cancel for
        }
        #pragma omp cancellation point for
        #pragma omp atomic
        ++ended[i];
      }
    }
  }

  claim.ran(on_host);
  claim.equal("whether cancellation is enabled", enabled, 0);
  for (int i = 0; i < n; ++i) {
    claim.equal("beginnings of an iteration", begun[i], 1);
    claim.equal("ends of an iteration", ended[i], 1);
  }
  return claim.verdict();
}
