// How well the compiler maps loops it is told nothing about: all images of all fields in one
// kernel.

#include "cloverleaf_parts.hpp"

void clover::update_halo(const Grid& g, double* f, HaloOf which) {
  const int count = which.count;
  const int points = halo_points(g);
  #pragma omp target teams loop collapse(2) firstprivate(g, which)
  for (int n = 0; n < count; ++n)
    for (int point = 0; point < points; ++point)
      fill_halo_point(g, f + which.field[n] * g.size, which.kind[n], point);
}
