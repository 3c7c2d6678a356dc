// c.no-prototype
// OpenMP 4.5, section 7.8.1: a function that is declared without a prototype, as C allows until
// C23, can be a declare-target function; a region calls the one that another file defines.
// Observed: the value of the function, which knows whether it was compiled for a device, for
// arguments after the default promotions.
// Mutant: 0.5F => 1.5F
// With: c.no-prototype.part.c as object

#include "league/claim.h"

int weighted();
int constant();
#pragma omp declare target to(weighted, constant)

int main(void) {
  const char six = 6;
  int seen[2] = {0};
  int on_host = 1;

  #pragma omp target map(from : seen, on_host)
  {
    on_host = omp_is_initial_device();
    seen[0] = weighted(six, 0.5F);
    seen[1] = constant();
  }

  league_ran(on_host);
  league_equal("function with arguments", seen[0], on_host ? -1 : 3);
  league_equal("function without", seen[1], 77);
  return league_verdict();
}
