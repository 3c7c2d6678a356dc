// env.OMP_MAX_ACTIVE_LEVELS
// OpenMP 4.0, section 21.1.4: OMP_MAX_ACTIVE_LEVELS=1 lets only the outermost parallel region be
// active; in a region for the device no more levels are active than omp_get_max_active_levels tells
// there.
// Observed: levels and threads of a parallel region inside another one, on the device and on the
// host.
// Environment: OMP_MAX_ACTIVE_LEVELS=1
// Mutant: nest(levels) => omp_set_max_active_levels(2); nest(levels)

#include "league/claim.hpp"

#pragma omp declare target
// The deepest active level and the number of threads of the innermost regions.
static void nest(int (&levels)[3]) {
  int active = 0;
  int inner = 0;
  #pragma omp parallel num_threads(2) reduction(max : active, inner)
  {
    #pragma omp parallel num_threads(2) reduction(max : active, inner)
    {
      active = omp_get_active_level();
      inner = omp_get_num_threads();
    }
  }
  levels[0] = active;
  levels[1] = inner;
  levels[2] = omp_get_max_active_levels();
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  int device[3] = {-1, -1, -1};
  int host[3] = {-1, -1, -1};
  int on_host = 1;

  #pragma omp target map(from : device, on_host)
  {
    nest(device);
    on_host = omp_is_initial_device();
  }
  int (&levels)[3] = host;
  nest(levels);

  claim.ran(on_host);
  claim.equal("host: most active levels", host[2], 1);
  claim.equal("host: active levels", host[0], 1);
  claim.equal("host: threads of the inner region", host[1], 1);
  claim.note("device: most active levels", device[2]);
  claim.holds("device: no more active levels than that", device[0] >= 0 && device[0] <= device[2]);
  if (device[2] == 1) claim.equal("device: threads of the inner region", device[1], 1);
  return claim.verdict();
}
