// meta.nothing
// OpenMP 5.1, section 8.4: the nothing directive has no effect, by itself and as the alternative of
// a metadirective.
// Observed: the nesting level and the number of times the statements ran.
// Where: host
// Contrast: omp nothing => omp nothingness
// Mutant: condition(true)} : nothing => condition(true)} : parallel num_threads(2)
// Mutant: pragma omp nothing => pragma omp parallel num_threads(2)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int plain = -1;
  int times = 0;
  #pragma omp nothing
  {
    #pragma omp atomic
    ++times;
    if (omp_get_thread_num() == 0) plain = omp_get_level();
  }
  claim.equal("nesting level behind nothing", plain, 0);
  claim.equal("times it ran", times, 1);

  int chosen = -1;
  #pragma omp metadirective when(user = {condition(true)} : nothing) default(parallel)
  {
    if (omp_get_thread_num() == 0) chosen = omp_get_level();
  }
  claim.equal("nesting level in the metadirective", chosen, 0);
  return claim.verdict();
}
