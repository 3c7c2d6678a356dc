// c.anonymous-members.two
// OpenMP 4.5, section 3.2.1, 5.8.3: two members of one anonymous structure of C11 can be list items
// of one construct, with others between them or not.
// Observed: the region sees the listed members from before the host poisoned them; they come back,
// the others do not.
// Mutant: map(tofrom : s.x, s.z) => map(tofrom : s.x) map(to : s.z)
// Mutant: map(tofrom : s.x, s.z) => map(to : s.x) map(tofrom : s.z)

#include "league/claim.h"

struct outer {
  int before;
  struct {
    int x;
    int y;
    int z;
  };
};

int main(void) {
  league_needs_separate_memory();
  struct outer s = {1, .x = 2, .y = 3, .z = 4};
  int on_host = 1;

  #pragma omp target data map(tofrom : s.x, s.z)
  {
    s = (struct outer){-1, .x = -2, .y = -3, .z = -4};
    #pragma omp target map(alloc : s.x, s.z) map(from : on_host)
    {
      s.x += 100;
      s.z += 200;
      on_host = omp_is_initial_device();
    }
  }

  league_ran(on_host);
  league_equal("member before", s.before, -1);
  league_equal("first listed member", s.x, 102);
  league_equal("member between them", s.y, -3);
  league_equal("second listed member", s.z, 204);
  return league_verdict();
}
