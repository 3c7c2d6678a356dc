// par.scan-exclusive
// OpenMP 5.0, section 5.6: with inscan and scan exclusive(x), an iteration reads the sum of all
// contributions before its own.
// Observed: every prefix, and the item after the loop.
// Mutant: scan exclusive(sum) => scan inclusive(sum)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 100;
  int given[n];
  int prefix[n] = {};
  for (int i = 0; i < n; ++i) given[i] = 3 * i % 17 + 1;
  int sum = 0;
  int on_host = 1;

  // Not combined with target: version 5.0 has no such form with inscan.
  #pragma omp target map(to : given) map(tofrom : prefix, sum) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp parallel for simd reduction(inscan, + : sum)
    for (int i = 0; i < n; ++i) {
      prefix[i] = sum;
      #pragma omp scan exclusive(sum)
      sum += given[i];
    }
  }

  claim.ran(on_host);
  int expected = 0;
  for (int i = 0; i < n; ++i) {
    claim.equal("prefix", prefix[i], expected);
    expected += given[i];
  }
  claim.equal("sum after the loop", sum, expected);
  return claim.verdict();
}
