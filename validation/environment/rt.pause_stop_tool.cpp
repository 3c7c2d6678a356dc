// rt.pause_stop_tool
// OpenMP 6.0, section 27.1 (unchecked): omp_pause_stop_tool is a kind of pause that ends the tool,
// too; the program goes on.
// Observed: regions before and behind it.
// Where: host
// Mutant: omp_pause_resource_all(omp_pause_stop_tool) => 1

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int levels[2] = {};
  for (int round = 0; round < 2; ++round) {
    #pragma omp parallel num_threads(2) shared(levels, round)
    if (omp_get_thread_num() == 0) levels[round] = omp_get_level();
    if (round == 0) claim.equal("paused", omp_pause_resource_all(omp_pause_stop_tool), 0);
  }
  claim.equal("level before", levels[0], 1);
  claim.equal("level behind", levels[1], 1);
  return claim.verdict();
}
