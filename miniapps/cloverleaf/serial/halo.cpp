// What is computed: the images behind the walls, of all fields that a phase has written.

#include "cloverleaf_parts.hpp"

void clover::update_halo(const Grid& g, double* f, HaloOf which) {
  for (int n = 0; n < which.count; ++n)
    for (int point = 0; point < halo_points(g); ++point)
      fill_halo_point(g, f + which.field[n] * g.size, which.kind[n], point);
}
