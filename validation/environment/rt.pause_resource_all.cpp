// rt.pause_resource_all
// OpenMP 5.0, section 18.6.2: omp_pause_resource_all gives the resources of all devices back, or
// says that it could not; regions work afterwards.
// Observed: the return value, and the threads of regions before and after.
// Where: host
// Mutant: after += omp_get_level() => after += 0
// Mutant: before >= 1 => before >= 9

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int before = 0;
  #pragma omp parallel num_threads(3) reduction(+ : before)
  before += omp_get_level();
  const int told = omp_pause_resource_all(omp_pause_soft);
  claim.note("returned", told);
  int after = 0;
  #pragma omp parallel num_threads(3) reduction(+ : after)
  after += omp_get_level();
  claim.holds("threads before", before >= 1);
  claim.equal("threads after", after, before);
  return claim.verdict();
}
