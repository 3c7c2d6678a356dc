// env.OMP_PLACES.increment
// OpenMP 6.0, section 4.1.6: an abstract name in OMP_PLACES may have an increment between places.
// Observed: the number of places, and the number of processors of the first.
// Where: host
// Environment: OMP_PLACES=threads(1:1)
// Mutant: places(), 1 => places(), 2
// Mutant: level, 1 => level, 2

#include "displayed.hpp"
#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs(announced(displayed()) >= 202411, "a runtime that announces OpenMP 6.0");
  claim.needs(omp_get_num_procs() > 1,
              "two processors: where there is one, any number of places is one");
  int level = 0;
  #pragma omp parallel num_threads(1) shared(level)
  level = omp_get_level();
  claim.equal("nesting level", level, 1);
  claim.equal("places", omp_get_num_places(), 1);
  return claim.verdict();
}
