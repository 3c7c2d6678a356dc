// dt.device-static-local
// OpenMP 4.5, section 7.8.1: a static variable of a declare-target function exists once on the
// device, apart from the host's and from those of the same name in other functions and blocks.
// Observed: what the calls of two regions and of the host return.
// Mutant: static int next = 10 => int next = 10
// Mutant: static int next = 500 => int next = 500

#include "league/claim.h"

#pragma omp declare target
static int ticket(void) {
  static int next = 10;
  return next++;
}
static int other(void) {
  {
    static int next = 500;
    next += 5;
    return next;
  }
}
#pragma omp end declare target

int main(void) {
  league_needs_separate_memory();
  league_equal("first call on the host", ticket(), 10);
  league_equal("first call of the other on the host", other(), 505);
  for (int i = 0; i < 2; ++i) {
    int first = 0;
    int second = 0;
    int foreign = 0;
    int on_host = 1;
    #pragma omp target map(from : first, second, foreign, on_host)
    {
      on_host = omp_is_initial_device();
      first = ticket();
      foreign = other();
      second = ticket();
    }
    league_ran(on_host);
    league_equal("first call in the region", first, 10 + 2 * i);
    league_equal("second call in the region", second, 11 + 2 * i);
    league_equal("other function in the region", foreign, 505 + 5 * i);
  }
  league_equal("second call on the host", ticket(), 11);
  league_equal("second call of the other on the host", other(), 510);
  return league_verdict();
}
