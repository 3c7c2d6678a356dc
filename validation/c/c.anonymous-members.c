// c.anonymous-members
// OpenMP 4.5, section 3.2.1, 5.8.3: a member of an anonymous structure of C11 is a member of the
// structure around it, as a list item too.
// Observed: the region sees the listed members from before the host poisoned them; they come back,
// the others do not.
// Mutant: map(tofrom : s.y, s.behind) => map(tofrom : s.y) map(to : s.behind)
// Mutant: map(tofrom : s.y, s.behind) => map(to : s.y) map(tofrom : s.behind)

#include "league/claim.h"

struct outer {
  int before;
  struct {
    int x;
    double y;
  };
  int behind;
};

int main(void) {
  league_needs_separate_memory();
  struct outer s = {1, .x = 2, .y = 0.5, .behind = 5};
  int on_host = 1;

  #pragma omp target data map(tofrom : s.y, s.behind)
  {
    s = (struct outer){-1, .x = -2, .y = -0.5, .behind = -5};
    #pragma omp target map(alloc : s.y, s.behind) map(from : on_host)
    {
      s.y += 100;
      s.behind += 200;
      on_host = omp_is_initial_device();
    }
  }

  league_ran(on_host);
  league_equal("member before", s.before, -1);
  league_equal("other member of the anonymous structure", s.x, -2);
  league_equal("listed member of the anonymous structure", s.y, 100.5);
  league_equal("listed member behind", s.behind, 205);
  return league_verdict();
}
