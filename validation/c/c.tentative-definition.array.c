// c.tentative-definition.array
// OpenMP 4.5, section 7.8.1: an array of C can be declared without its size first; once a second
// declaration has completed its type it can be a declare-target variable.
// Observed: what a region reads, the host's copy being poisoned, and what it reads the next time;
// the size there.
// Mutant: seen[1] = list[3]++ => seen[1] = list[3]
// Mutant: seen[0] = sizeof list => seen[0] = sizeof seen

#include "league/claim.h"

int list[];
int list[4];
#pragma omp declare target(list)

int main(void) {
  league_needs_separate_memory();
  list[3] = -1;
  for (int round = 0; round < 2; ++round) {
    unsigned long seen[3] = {0};
    int on_host = 1;
    #pragma omp target map(from : seen, on_host)
    {
      seen[0] = sizeof list;
      seen[1] = list[3]++;
      on_host = omp_is_initial_device();
    }
    league_ran(on_host);
    league_equal("size", seen[0], 4 * sizeof(int));
    league_equal("element", seen[1], round);
  }
  league_equal("on the host", list[3], -1);
  return league_verdict();
}
