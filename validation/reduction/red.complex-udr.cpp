// red.complex-udr
// OpenMP 4.0, section 5.5.11: std::complex, for which no reduction is built in, can be reduced with
// a declared one.
// Observed: both parts of a sum of small integers, exact.
// Mutant: reduction(sum : total, => reduction(second : total,

#include <complex>

#include "league/claim.hpp"

using Complex = std::complex<double>;
#pragma omp declare reduction(sum:Complex : omp_out += omp_in) initializer(omp_priv = Complex(0))
#pragma omp declare reduction(second:Complex : omp_out = omp_in) initializer(omp_priv = Complex(0))

int main() {
  league::Claim claim;
  const int n = 120;
  Complex x[n];
  for (int i = 0; i < n; ++i) x[i] = Complex(i, 2 * i + 1);
  Complex total(0.5, -1000);
  Complex own(7, 7);
  Complex begun = own;
  int on_host = 1;

  #pragma omp target teams distribute parallel for reduction(sum : total, own) map(to : x) \
      map(tofrom : total) map(tofrom : on_host, begun)
  for (int i = 0; i < n; ++i) {
    total += x[i];
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun = own;
    }
  }

  claim.ran(on_host);
  claim.equal("a copy begins with", begun.real(), 0.0);
  claim.equal("real part", total.real(), 0.5 + n * (n - 1) / 2);
  claim.equal("imaginary part", total.imag(), -1000.0 + n * n);
  return claim.verdict();
}
