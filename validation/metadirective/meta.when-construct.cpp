// meta.when-construct
// OpenMP 5.0, section 7.4: a metadirective takes the alternative whose construct selector matches
// the constructs around it.
// Observed: the nesting level inside it: one where the chosen parallel is in a target region, and
// none outside, where the default is nothing.
// Mutant: construct = {target} => construct = {teams}

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int inside = -1;
  int on_host = 1;

  #pragma omp target map(from : inside, on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp metadirective when(construct = {target} : parallel num_threads(2)) default()
    {
      if (omp_get_thread_num() == 0) inside = omp_get_level();
    }
  }
  claim.ran(on_host);
  claim.equal("nesting level in the region", inside, 1);

  int outside = -1;
  #pragma omp metadirective when(construct = {target} : parallel num_threads(2)) default()
  {
    if (omp_get_thread_num() == 0) outside = omp_get_level();
  }
  claim.equal("nesting level outside", outside, 0);
  return claim.verdict();
}
