// c.static-in-two-units
// OpenMP 4.5, section 7.8.1: static variables and functions of the same name in two files are two
// on the device as well, each with the value it was initialised with.
// Observed: what regions of either file read before and after both have stored.
// Mutant: static int level = 70 => static int level = 71
// With: c.static-in-two-units.part.c as object

#include "league/claim.h"

#pragma omp declare target
static int level = 70;
static int scaled(int n) { return 2 * n + level; }
#pragma omp end declare target

int other_unit(int add, int* on_host);  // the same with 3 * n and 900

static int this_unit(int add, int* on_host) {
  int result = 0;
  int here = 1;
  #pragma omp target map(from : result, here)
  {
    here = omp_is_initial_device();
    result = scaled(10);
    level += add;
  }
  *on_host = here;
  return result;
}

int main(void) {
  league_needs_separate_memory();
  level = -1;  // the host's copy
  int on_host[4] = {1, 1, 1, 1};
  league_equal("this file at first", this_unit(1, &on_host[0]), 90);
  league_equal("the other file at first", other_unit(5, &on_host[1]), 930);
  league_equal("this file then", this_unit(0, &on_host[2]), 91);
  league_equal("the other file then", other_unit(0, &on_host[3]), 935);
  for (int i = 0; i < 4; ++i) league_ran(on_host[i]);
  return league_verdict();
}
