// c.tgmath
// OpenMP 4.5, section 13.8: the type-generic functions of tgmath.h call the function of the type of
// their arguments in a region, too.
// Observed: size of what they return, and values, by type.
// Mutant: sqrt(f) => sqrt((double)f)
// Mutant: fabs(z) => fabs(creal(z))

#include <tgmath.h>

#include "league/claim.h"

int main(void) {
  volatile float two = 2;
  const float f = two;
  const double d = 2.0 * two;
  const double _Complex z = 3.0 + 4.0 * I;
  unsigned long size[3] = {0};
  double value[4] = {0};
  int on_host = 1;

  #pragma omp target map(from : size, value, on_host)
  {
    size[0] = sizeof(sqrt(f));
    size[1] = sizeof(sqrt(d));
    size[2] = sizeof(fabs(z));
    value[0] = sqrt(f);
    value[1] = sqrt(d);
    value[2] = fabs(z);
    value[3] = fmax(f, d);
    on_host = omp_is_initial_device();
  }

  league_ran(on_host);
  league_equal("size of a root of float", size[0], sizeof(float));
  league_equal("size of a root of double", size[1], sizeof(double));
  league_equal("size of an absolute value of complex", size[2], sizeof(double));
  league_equal("root of float", value[0], 1.41421356237309504880F);
  league_equal("root of double", value[1], 2.0);
  league_near("absolute value of complex", value[2], 5.0, 2e-15);
  league_equal("larger of two", value[3], 4.0);
  return league_verdict();
}
