// meta.device-kind
// OpenMP 5.0, section 7.4.1: in a target region a metadirective with device={kind(...)} chooses by
// the device that the region runs on; in C it stands also before a statement that is not in braces.
// Observed: the nesting level inside it: one in the parallel that devices get, none in the other
// alternative.
// Mutant: kind(nohost) => kind(host)

#include "league/claim.h"

#pragma omp declare target
static void look(int* entered, int* level) {
  if (omp_get_thread_num() != 0) return;
  ++*entered;
  *level = omp_get_level();
}
#pragma omp end declare target

int main(void) {
  int level = -1;
  int entered = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : entered) map(from : level, on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp metadirective when(device = {kind(nohost)} : parallel) default(single)
    look(&entered, &level);
  }
  league_ran(on_host);
  league_equal("times the first thread entered", entered, 1);
  league_equal("nesting level", level, on_host ? 0 : 1);
  return league_verdict();
}
