// c.complex.functions
// OpenMP 4.5, section 13.8: the functions of complex.h can be called in a region.
// Observed: what they return for chosen numbers, exact or within a few units in the last place.
// Mutant: conj(z) => z
// Mutant: csqrt(z) => z

#include <complex.h>

#include "league/claim.h"

int main(void) {
  volatile double three = 3;
  const double _Complex z = three + 4 * I;
  double seen[7] = {0};
  int on_host = 1;

  #pragma omp target map(from : seen, on_host)
  {
    const double _Complex root = csqrt(z);
    const double _Complex power = cexp(z - creal(z));
    seen[0] = cabs(z);
    seen[1] = cimag(conj(z));
    seen[2] = creal(root);
    seen[3] = cimag(root);
    seen[4] = creal(power);
    seen[5] = cimag(power);
    seen[6] = carg(z);
    on_host = omp_is_initial_device();
  }

  league_ran(on_host);
  league_near("cabs", seen[0], 5.0, 2e-15);
  league_equal("imaginary part of conj", seen[1], -4.0);
  league_near("real part of csqrt", seen[2], 2.0, 2e-15);
  league_near("imaginary part of csqrt", seen[3], 1.0, 2e-15);
  league_near("real part of cexp", seen[4], -0.65364362086361194, 1e-15);
  league_near("imaginary part of cexp", seen[5], -0.75680249530792820, 1e-15);
  league_near("carg", seen[6], 0.92729521800161219, 1e-15);
  return league_verdict();
}
