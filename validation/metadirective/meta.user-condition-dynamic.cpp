// meta.user-condition-dynamic
// OpenMP 5.1, section 7.4.1: the condition of a when clause need not be a constant; the same
// metadirective takes different alternatives from one encounter to the next.
// Observed: the nesting level inside it while the condition is false and true.
// Where: host
// Mutant: condition(given > 1) => condition(true)
// Mutant: condition(given > 1) => condition(false)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  volatile int number = 0;
  for (int i = 0; i < 4; ++i) {
    number = i;
    const int given = number;
    int level = -1;
    #pragma omp metadirective when(user = {condition(given > 1)} : parallel) default(single)
    {
      if (omp_get_thread_num() == 0) level = omp_get_level();
    }
    claim.equal("nesting level", level, i > 1 ? 1 : 0);
  }
  return claim.verdict();
}
