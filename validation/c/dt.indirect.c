// dt.indirect
// OpenMP 5.1, section 7.8.3: a table of pointers to functions with the indirect clause, which C
// initialises when it is compiled, calls the device's versions in a region.
// Observed: the functions tell whether they were compiled for a device, and which copy of a
// declare-target variable they saw.
// Mutant: indirect =>

#include "league/claim.h"

#pragma omp begin declare target
int copy = 1;
#pragma omp end declare target

#pragma omp begin declare target indirect
int first(int n) { return omp_is_initial_device() ? -1 : n + copy; }
int second(int n) { return omp_is_initial_device() ? -2 : n * copy; }
#pragma omp end declare target

static int (*const table[])(int) = {[1] = second, [0] = first};

int main(void) {
  league_needs_separate_memory();
  copy = 1000;
  int result[2] = {0, 0};

  for (volatile int i = 0; i < 2; ++i) {
    int (*function)(int) = table[i];
    int value = 0;
    int on_host = 1;
    #pragma omp target map(from : value, on_host) firstprivate(function)
    {
      on_host = omp_is_initial_device();
      value = function(20);
    }
    league_ran(on_host);
    result[i] = value;
  }
  league_equal("value through the first pointer", result[0], 21);
  league_equal("value through the second pointer", result[1], 20);
  return league_verdict();
}
