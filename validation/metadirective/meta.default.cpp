// meta.default
// OpenMP 5.0, section 7.4.3: if no when clause matches, a metadirective takes the alternative of
// its default clause.
// Observed: the nesting level inside it.
// Where: host
// Mutant: default(parallel) => default(master)
// Mutant: condition(false) => condition(true)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int level = -1;
  #pragma omp metadirective when(user = {condition(false)} : single) default(parallel)
  {
    if (omp_get_thread_num() == 0) level = omp_get_level();
  }
  claim.equal("nesting level", level, 1);
  return claim.verdict();
}
