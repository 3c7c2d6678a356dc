// par.scan-original
// OpenMP 5.0, section 5.6: a scan begins with the value that the item has before the loop.
// Observed: every prefix, and the item after the loop.
// Mutant: int sum = 1000 => int sum = 0

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 100;
  int given[n];
  int prefix[n] = {};
  for (int i = 0; i < n; ++i) given[i] = 3 * i % 17 + 1;
  int last = 0;
  int on_host = 1;
  #pragma omp target map(to : given) map(from : prefix, last) map(from : on_host)
  {
    int sum = 1000;
    #pragma omp parallel for reduction(inscan, + : sum)
    for (int i = 0; i < n; ++i) {
      sum += given[i];
      #pragma omp scan inclusive(sum)
      prefix[i] = sum;
    }
    last = sum;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  int expected = 1000;
  for (int i = 0; i < n; ++i) {
    expected += given[i];
    claim.equal("prefix", prefix[i], expected);
  }
  claim.equal("the item after the loop", last, expected);
  return claim.verdict();
}
