// c.complex.implicit-firstprivate
// OpenMP 4.5, section 5.8.1: in C a complex variable is a scalar, so without a clause a region has
// a firstprivate copy of it, where the complex numbers of C++ would be mapped.
// Observed: the value in the region; what the region stores does not come back, whatever the host
// had mapped around it.
// Mutant: target map => target defaultmap(tofrom : scalar) map
// Mutant: target map => target map(from : z) map

#include <complex.h>

#include "league/claim.h"

int main(void) {
  volatile double one = 1;
  double _Complex z = one + 2 * one * I;
  float _Complex w = (float)one - 4.0F * I;
  double seen[4] = {0};
  int on_host = 1;

  #pragma omp target map(from : seen, on_host)
  {
    seen[0] = creal(z);
    seen[1] = cimag(z);
    seen[2] = crealf(w);
    seen[3] = cimagf(w);
    z = z * z;
    w = -w;
    seen[0] += 10 * creal(z);
    on_host = omp_is_initial_device();
  }

  league_ran(on_host);
  league_equal("real part in the region, and of the square", seen[0], 1.0 - 30.0);
  league_equal("imaginary part in the region", seen[1], 2.0);
  league_equal("real part of float in the region", seen[2], 1.0);
  league_equal("imaginary part of float in the region", seen[3], -4.0);
  league_equal("real part on the host", creal(z), 1.0);
  league_equal("imaginary part on the host", cimag(z), 2.0);
  league_equal("real part of float on the host", crealf(w), 1.0);
  league_equal("imaginary part of float on the host", cimagf(w), -4.0);
  return league_verdict();
}
