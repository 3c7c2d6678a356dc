// What the host makes of it: the halo at the start; later whoever writes a row writes its images.

#include "cloverleaf_parts.hpp"

void clover::update_halo(const Grid& g, double* f, HaloOf which) {
  #pragma omp for collapse(2) schedule(static)
  for (int n = 0; n < which.count; ++n)
    for (int point = 0; point < halo_points(g); ++point)
      fill_halo_point(g, f + which.field[n] * g.size, which.kind[n], point);
}
