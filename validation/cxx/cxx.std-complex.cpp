// cxx.std-complex
// OpenMP 4.5, section 5.8.3: arrays of std::complex can be mapped and computed with.
// Observed: z = a * b + z with small integers, exact in both parts.
// Mutant: map(tofrom : z) => map(to : z)

#include <complex>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  using Complex = std::complex<double>;
  Complex a[8];
  Complex b[8];
  Complex z[8];
  for (int i = 0; i < 8; ++i) {
    a[i] = Complex(i, 1);
    b[i] = Complex(2, -i);
    z[i] = Complex(100, 200);
  }
  int on_host = 1;

  #pragma omp target map(to : a, b) map(tofrom : z) map(from : on_host)
  {
    for (int i = 0; i < 8; ++i) z[i] += a[i] * b[i];
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 8; ++i) {  // (i + j)(2 - ij) = 2i + i + j (2 - i i)
    claim.equal("real part", z[i].real(), 100.0 + 3 * i);
    claim.equal("imaginary part", z[i].imag(), 202.0 - i * i);
  }
  return claim.verdict();
}
