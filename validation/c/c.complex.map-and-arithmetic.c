// c.complex.map-and-arithmetic
// OpenMP 4.5, section 5.8.3, 13.8: complex numbers are mapped like other objects, and the region
// computes with the operators of C.
// Observed: the region sees the values from before the host poisoned them; products, quotients and
// comparisons of small integers, exact.
// Mutant: data map(tofrom : z) => data map(to : z)
// Mutant: z[i] * w => z[i] + w

#include <complex.h>

#include "league/claim.h"

enum { kCount = 6 };

int main(void) {
  league_needs_separate_memory();
  double _Complex z[kCount];
  double _Complex quotient[kCount];
  int equal = -1;
  for (int i = 0; i < kCount; ++i) z[i] = i - 3 * I;
  const double _Complex w = 2 + 2 * I;
  int on_host = 1;

  #pragma omp target data map(tofrom : z)
  {
    for (int i = 0; i < kCount; ++i) z[i] = 777;
    #pragma omp target map(alloc : z) map(from : quotient, equal, on_host)
    {
      equal = 0;
      for (int i = 0; i < kCount; ++i) {
        quotient[i] = z[i] / w;
        z[i] = z[i] * w;
        equal += z[i] == (2 * i + 6) + (2 * i - 6) * I;
      }
      on_host = omp_is_initial_device();
    }
  }

  league_ran(on_host);
  league_equal("comparisons that held in the region", equal, kCount);
  for (int i = 0; i < kCount; ++i) {
    league_equal("real part of a product", creal(z[i]), 2 * i + 6);
    league_equal("imaginary part of a product", cimag(z[i]), 2 * i - 6);
    league_near("real part of a quotient", creal(quotient[i]), (i - 3) / 4.0, 1e-15);
    league_near("imaginary part of a quotient", cimag(quotient[i]), (-i - 3) / 4.0, 1e-15);
  }
  return league_verdict();
}
