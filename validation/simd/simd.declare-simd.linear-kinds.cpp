// simd.declare-simd.linear-kinds
// OpenMP 4.5, section 5.4.6: linear of declare simd takes val, ref and uval for parameters that are
// references: which of value and address is linear.
// Observed: results of functions with such parameters, called in a simd loop.
// Where: host
// Hint: declare simd asks for a further version of a function; whether one is used changes nothing
// Mutant: 10 * x + y => 10 * x - y

#include "league/claim.hpp"

#pragma omp declare simd linear(ref(x)) linear(val(y) : 2)
static int both(int& x, int y) { return 10 * x + y; }

#pragma omp declare simd linear(uval(z) : 3)
static int shared_address(const int& z, int w) { return z + 100 * w; }

int main() {
  league::Claim claim;
  constexpr int n = 50;
  int given[n];
  int first[n] = {};
  int second[n] = {};
  for (int i = 0; i < n; ++i) given[i] = 3 * i;
  int y = 5;
  #pragma omp simd linear(y : 2)
  for (int i = 0; i < n; ++i) {
    first[i] = both(given[i], y);
    y += 2;
  }
  #pragma omp simd
  for (int i = 0; i < n; ++i) {
    const int z = 3 * i;
    second[i] = shared_address(z, i);
  }
  for (int i = 0; i < n; ++i) {
    claim.equal("ref and val", first[i], 30 * i + 5 + 2 * i);
    claim.equal("uval", second[i], 103 * i);
  }
  return claim.verdict();
}
