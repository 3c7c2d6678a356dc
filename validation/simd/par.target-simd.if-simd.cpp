// par.target-simd.if-simd
// OpenMP 5.0, section 3.4: if(simd: false) on target simd only asks for one iteration at a time;
// the region still runs on the device.
// Observed: where it runs, and how often each iteration does, with the condition false and true.
// Mutant: if (simd : wide) => if (target : wide)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 100;
  for (int wide = 0; wide <= 1; ++wide) {
    int count[n] = {};
    int on_host = 1;

    #pragma omp target simd if (simd : wide) map(tofrom : count, on_host)
    for (int i = 0; i < n; ++i) {
      count[i] += i + 1;
      if (i == 0) on_host = omp_is_initial_device();
    }

    claim.ran(on_host);
    for (int i = 0; i < n; ++i) claim.equal("effect of an iteration", count[i], i + 1);
  }
  return claim.verdict();
}
