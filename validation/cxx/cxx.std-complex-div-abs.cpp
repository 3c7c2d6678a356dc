// cxx.std-complex-div-abs
// OpenMP 4.5, section 5.8.3: division and magnitude of std::complex work in a region; both may need
// helpers that the device's libraries have to bring along.
// Observed: quotients and magnitudes whose exact values are small integers, to a few units in the
// last place.
// Mutant: map(from : quotient, size) => map(to : quotient, size)

#include <complex>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  using Complex = std::complex<double>;
  const Complex divisor(3, 4);
  Complex product[6];
  Complex quotient[6];
  double size[6] = {};
  for (int i = 0; i < 6; ++i) product[i] = divisor * Complex(i + 1, -i);
  int on_host = 1;

  #pragma omp target map(to : product, divisor) map(from : quotient, size) map(from : on_host)
  {
    for (int i = 0; i < 6; ++i) {
      quotient[i] = product[i] / divisor;
      size[i] = std::abs(divisor * static_cast<double>(i + 1));
    }
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 6; ++i) {
    claim.near("real part of the quotient", quotient[i].real(), i + 1, 1e-14);
    claim.near("imaginary part of the quotient", quotient[i].imag(), -i, 1e-14);
    claim.near("magnitude", size[i], 5.0 * (i + 1), 1e-13);
  }
  return claim.verdict();
}
