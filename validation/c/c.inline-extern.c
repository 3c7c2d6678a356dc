// c.inline-extern
// OpenMP 4.5, section 7.8.1: an inline function of C has an external definition only in the file
// that declares it extern; a call in the region of another file finds the one for the device.
// Observed: the value of the function, which knows whether it was compiled for a device, called by
// name from two files.
// Mutant: + 1; } => + 2; }
// With: c.inline-extern.part.c as object

#include "league/claim.h"

#pragma omp declare target
inline int tripled(int n) { return omp_is_initial_device() ? -1 : 3 * n + 1; }
extern int tripled(int n);
#pragma omp end declare target

int call_on_device(int n, int* on_host);  // in the other file, which has no body for tripled

int main(void) {
  int here = 0;
  int on_host = 1;
  #pragma omp target map(from : here, on_host)
  {
    on_host = omp_is_initial_device();
    here = tripled(10);
  }
  league_ran(on_host);
  league_equal("called in the file of its definition", here, on_host ? -1 : 31);

  on_host = 1;
  const int there = call_on_device(14, &on_host);
  league_ran(on_host);
  league_equal("called in another file", there, on_host ? -1 : 43);
  return league_verdict();
}
