// meta.otherwise
// OpenMP 5.2, section 7.4.2: otherwise is the name of the default clause of a metadirective.
// Observed: the nesting level inside it.
// Where: host
// Mutant: otherwise(parallel) => otherwise(single)
// Mutant: condition(false) => condition(true)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int level = -1;
  #pragma omp metadirective when(user = {condition(false)} : single) otherwise(parallel)
  {
    if (omp_get_thread_num() == 0) level = omp_get_level();
  }
  claim.equal("nesting level", level, 1);
  return claim.verdict();
}
