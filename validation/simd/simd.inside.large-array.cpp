// simd.inside.large-array
// OpenMP 4.5, section 10.4: an array declared in a simd loop belongs to its iteration, whatever its
// size.
// Observed: what each iteration stored in an array of 256 bytes and read again.
// Mutant: local[31 - k] => local[k]

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 48;
  int step[n];
  double sums[n] = {};
  int on_host = 1;
  for (int i = 0; i < n; ++i) step[i] = i % 32;

  #pragma omp target map(to : step) map(tofrom : sums, on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp parallel for simd
    for (int i = 0; i < n; ++i) {
      double local[32];
      for (int k = 0; k < 32; ++k) local[(k + step[i]) % 32] = i * k;
      for (int k = 0; k < 32; ++k) sums[i] += (k + 1) * local[31 - k];
    }
  }

  claim.ran(on_host);
  for (int i = 0; i < n; ++i) {
    double expected = 0;
    for (int k = 0; k < 32; ++k) expected += (32 - (k + step[i]) % 32) * double(i * k);
    claim.equal("of the iteration's own array", sums[i], expected);
  }
  return claim.verdict();
}
