// variant.construct-target
// OpenMP 5.0, section 7.5.4: functions of C, whose names are those of the object file, can have
// variants: the one that matches construct={target} replaces calls in a target region and no
// others.
// Observed: which function was called inside and outside, with a variant that is defined in another
// file.
// Mutant: construct = {target} => construct = {parallel}
// With: variant.construct-target.part.c as object

#include "league/claim.h"

int in_target(int n);  // in the other file
#pragma omp declare target to(in_target)
#pragma omp declare variant(in_target) match(construct = {target})
int chosen(int n) { return n + 1; }

int main(void) {
  int inside = 0;
  int on_host = 1;

  #pragma omp target map(from : inside, on_host)
  {
    on_host = omp_is_initial_device();
    inside = chosen(40);
  }

  league_ran(on_host);
  league_equal("choice in the region", inside, 42);
  league_equal("choice outside", chosen(40), 41);
  return league_verdict();
}
