// simd.declare-simd.inbranch
// OpenMP 4.5, section 7.7: a function with declare simd inbranch uniform may be called from a simd
// loop, in versions for several iterations at once.
// Observed: the value of every iteration, with trip counts that no vector length divides; a broken
// clause is diagnosed.
// Where: host
// Contrast: inbranch => inbranches
// Mutant: * factor + => * factor -
// Mutant: (i & 3) => (i & 1)

#include "league/claim.hpp"

#pragma omp declare simd inbranch uniform(base, factor)
static int scaled(const int* base, int factor, int i) { return base[i] * factor + (i & 3); }

int main() {
  league::Claim claim;
  constexpr int n = 103;
  int base_of[n];
  int value[n];
  for (int i = 0; i < n; ++i) base_of[i] = 7 * i - 50;
  for (int i = 0; i < n; ++i) value[i] = -9999;
  const int* base = base_of;
  volatile int given = 3;
  const int factor = given;
  #pragma omp simd
  for (int i = 0; i < n; ++i)
    if (i % 2 == 0) value[i] = scaled(base, factor, i);
  for (int i = 0; i < n; ++i) {
    const bool called = i % 2 == 0;
    claim.equal("value", value[i], called ? (7 * i - 50) * 3 + i % 4 : -9999);
  }
  return claim.verdict();
}
