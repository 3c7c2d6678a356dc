// par.scan-combined
// OpenMP 5.1, section 5.5.8: a reduction with the inscan modifier may stand on a combined
// construct that holds a worksharing loop but not distribute, such as target parallel for simd.
// Observed: every inclusive prefix, and the item after the loop.
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

  #pragma omp target parallel for simd reduction(inscan, + : sum) map(to : given) \
      map(tofrom : prefix, sum, on_host)
  for (int i = 0; i < n; ++i) {
    sum += given[i];
    #pragma omp scan inclusive(sum)
    prefix[i] = sum;
    if (i == 0) on_host = omp_is_initial_device();
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
