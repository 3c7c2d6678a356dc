// meta.device-kind
// OpenMP 5.0, section 7.4.1: in a target region a metadirective with device={kind(...)} chooses by
// the device that the region runs on.
// Observed: the nesting level inside it: one in the parallel that devices get, none in the other
// alternative.
// Mutant: kind(nohost) => kind(host)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int level = -1;
  int entered = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : entered) map(from : level, on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp metadirective when(device = {kind(nohost)} : parallel) default(single)
    {
      if (omp_get_thread_num() == 0) {
        ++entered;
        level = omp_get_level();
      }
    }
  }
  claim.ran(on_host);
  claim.equal("times the first thread entered", entered, 1);
  claim.equal("nesting level", level, on_host ? 0 : 1);
  return claim.verdict();
}
