// meta.begin-end
// OpenMP 5.0, section 7.4.4: begin metadirective and end metadirective put the alternative around
// the statements between them.
// Observed: the nesting level of both statements and behind them.
// Where: host
// Mutant: condition(true) => condition(false)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int first = -1;
  int second = -1;
  #pragma omp begin metadirective when(user = {condition(true)} : parallel num_threads(2))
  {
    if (omp_get_thread_num() == 0) first = omp_get_level();
    if (omp_get_thread_num() == 0) second = omp_get_level();
  }
  #pragma omp end metadirective
  claim.equal("nesting level of the first statement", first, 1);
  claim.equal("nesting level of the second statement", second, 1);
  claim.equal("nesting level behind it", omp_get_level(), 0);
  return claim.verdict();
}
