// cxx.float16
// OpenMP 4.5, section 5.8.3: 16-bit floating-point numbers, where the compiler has them, can be
// mapped and computed with.
// Observed: sums and products that are exact in 11 digits, a rounding, and the neighbours in
// memory.
// Mutant: map(tofrom : x[1 : 6]) => map(to : x[1 : 6])

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  _Float16 x[8];
  for (int i = 0; i < 8; ++i) x[i] = static_cast<_Float16>(i);
  float rounded = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : x[1 : 6]) map(from : rounded, on_host)
  {
    for (int i = 1; i < 7; ++i) x[i] = x[i] * x[i] + static_cast<_Float16>(0.5F);
    _Float16 large = static_cast<_Float16>(2048.0F);
    large += x[1] - x[1] + static_cast<_Float16>(1.0F);  // half way: to the even neighbour, 2048
    rounded = static_cast<float>(large);
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 8; ++i) {
    const bool inside = i >= 1 && i < 7;
    claim.equal(inside ? "value" : "guard", static_cast<float>(x[i]),
                inside ? static_cast<float>(i * i) + 0.5F : static_cast<float>(i));
  }
  claim.equal("2048 + 1 rounded to 11 digits", rounded, 2048.0F);
  return claim.verdict();
}
