// env.OMP_AFFINITY_FORMAT
// OpenMP 5.0, section 21.2.5: OMP_AFFINITY_FORMAT sets the format that omp_get_affinity_format
// returns at first.
// Observed: the format; a thread number filled in by a parallel region.
// Where: host
// Environment: OMP_AFFINITY_FORMAT=n=%n/%N-L%L
// Mutant: "n=0/1-L1" => "n=0/1-L0"
// Mutant: "n=%n/%N-L%L" => "n=%n"

#include <cstring>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  char told[64] = "";
  omp_get_affinity_format(told, sizeof told);
  claim.holds("the format", std::strcmp(told, "n=%n/%N-L%L") == 0);
  char captured[64] = "";
  #pragma omp parallel num_threads(1) shared(captured)
  omp_capture_affinity(captured, sizeof captured, nullptr);
  claim.holds("filled in", std::strcmp(captured, "n=0/1-L1") == 0);
  return claim.verdict();
}
