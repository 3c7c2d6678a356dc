// simd.inside.std-minmax
// OpenMP 4.5, section 10.4: what a simd loop computes in an iteration belongs to it, temporaries
// that a reference is bound to included.
// Observed: what std::min gave of a temporary and a constant, and std::max of two temporaries.
// Mutant: std::min(i + 100, 120) => i + 100
// Mutant: std::max(i - 20, 20 - i) => i - 20

#include <algorithm>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 48;
  int least[n] = {};
  int greatest[n] = {};
  int on_host = 1;

  #pragma omp target map(tofrom : least, greatest, on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp parallel for simd
    for (int i = 0; i < n; ++i) {
      least[i] = std::min(i + 100, 120);
      greatest[i] = std::max(i - 20, 20 - i);
    }
  }

  claim.ran(on_host);
  for (int i = 0; i < n; ++i) {
    claim.equal("the least", least[i], i < 20 ? i + 100 : 120);
    claim.equal("the greatest", greatest[i], i < 20 ? 20 - i : i - 20);
  }
  return claim.verdict();
}
