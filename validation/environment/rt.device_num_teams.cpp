// rt.device_num_teams
// OpenMP 6.0, section 24.11, 24.12: omp_set_device_num_teams sets the bound of teams for a device,
// and omp_get_device_num_teams returns it.
// Observed: the values that come back for the host.
// Where: host
// Mutant: num_teams(bound, => num_teams(bound + 1,
// Mutant: limit(bound + 1, => limit(bound + 2,

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int device = omp_get_initial_device();
  for (int bound = 3; bound > 0; --bound) {
    omp_set_device_num_teams(bound, device);
    claim.equal("teams", omp_get_device_num_teams(device), bound);
    omp_set_device_teams_thread_limit(bound + 1, device);
    claim.equal("threads", omp_get_device_teams_thread_limit(device), bound + 1);
  }
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
