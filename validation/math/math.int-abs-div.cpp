// math.int-abs-div
// OpenMP 4.5, section 1.7: abs and div of the base language work in a region for int, long and long
// long.
// Observed: magnitudes, quotients and remainders for both signs.
// Mutant: std::ldiv(b, -3L) => std::ldiv(b, 3L)

#include <cstdlib>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int a = -17;
  long b = -40000000001L;
  long long c = 90000000000000007LL;
  long long out[9] = {};
  int on_host = 1;

  #pragma omp target map(to : a, b, c) map(from : out, on_host)
  {
    const std::div_t first = std::div(a, 5);
    const std::ldiv_t second = std::ldiv(b, -3L);
    const std::lldiv_t third = std::lldiv(c, 10LL);
    out[0] = std::abs(a);
    out[1] = std::labs(b);
    out[2] = std::llabs(-c);
    out[3] = first.quot;
    out[4] = first.rem;
    out[5] = second.quot;
    out[6] = second.rem;
    out[7] = third.quot;
    out[8] = third.rem;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  const long long expected[9] = {17,          40000000001, 90000000000000007, -3, -2,
                                 13333333333, -2,          9000000000000000,  7};
  const char* const names[9] = {
      "abs",           "labs",           "llabs",          "div quotient",   "div remainder",
      "ldiv quotient", "ldiv remainder", "lldiv quotient", "lldiv remainder"};
  for (int i = 0; i < 9; ++i) claim.equal(names[i], out[i], expected[i]);
  return claim.verdict();
}
