// env.OMP_PLACES
// OpenMP 4.0, section 21.1.5: OMP_PLACES sets the places of the host; a region for the device runs
// with it as without.
// Observed: every iteration of a region exactly once, and the number of places as the host reports
// it.
// Environment: OMP_PLACES=cores
// Mutant: map(tofrom : times) => map(to : times)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int times[128] = {};
  int threads = 0;
  int on_host = 1;

  #pragma omp target teams distribute parallel for map(tofrom : times) \
      map(tofrom : threads, on_host)
  for (int i = 0; i < 128; ++i) {
    ++times[i];
    if (i == 0) {
      threads = omp_get_num_threads();
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.note("threads in the first team", threads);
  claim.holds("a team has threads", threads > 0);
  claim.holds("places on the host", omp_get_num_places() > 0);
  for (int one : times) claim.equal("times the iteration ran", one, 1);
  return claim.verdict();
}
