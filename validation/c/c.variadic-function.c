// c.variadic-function
// OpenMP 4.5, section 7.8.1, 13.8: a function with a variable number of arguments can be compiled
// for the device, and a region can call it.
// Observed: sums over arguments of several types.
// Mutant: va_arg(rest, double) : va_arg(rest, int) => 0.0 : va_arg(rest, int)

#include <stdarg.h>

#include "league/claim.h"

#pragma omp declare target
// One letter for each argument: i int, d double.
static double total(const char* kinds, ...) {
  double sum = 0;
  va_list rest;
  va_start(rest, kinds);
  for (; *kinds != '\0'; ++kinds) sum += *kinds == 'd' ? va_arg(rest, double) : va_arg(rest, int);
  va_end(rest);
  return sum;
}
#pragma omp end declare target

int main(void) {
  volatile int seven = 7;
  const int n = seven;
  double seen[3] = {0};
  int on_host = 1;

  #pragma omp target map(from : seen, on_host)
  {
    const short narrow = 100;
    const float single = 0.25F;
    seen[0] = total("");
    seen[1] = total("idi", n, 0.5, 10 * n);
    seen[2] = total("diddiiddid", 1.0, narrow, single, 2.0, n, 1, 4.0, 8.0, 16, 32.0);
    on_host = omp_is_initial_device();
  }

  league_ran(on_host);
  league_equal("no argument", seen[0], 0.0);
  league_equal("three", seen[1], 77.5);
  league_equal("ten, promoted", seen[2], 171.25);
  return league_verdict();
}
