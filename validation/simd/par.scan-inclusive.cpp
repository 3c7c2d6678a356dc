// par.scan-inclusive
// OpenMP 5.0, section 5.6: with inscan and scan inclusive(x), an iteration reads the sum of its
// own contribution and of all before it.
// Observed: every prefix, and the item after the loop.
// Mutant: scan inclusive(sum) => scan exclusive(sum)

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
      sum += given[i];
      #pragma omp scan inclusive(sum)
      prefix[i] = sum;
    }
  }

  claim.ran(on_host);
  int expected = 0;
  for (int i = 0; i < n; ++i) {
    expected += given[i];
    claim.equal("prefix", prefix[i], expected);
  }
  claim.equal("sum after the loop", sum, expected);
  return claim.verdict();
}
