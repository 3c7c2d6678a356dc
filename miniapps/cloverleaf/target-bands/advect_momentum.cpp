// What a processor wants of data that stay on the device: both velocities together; of all that
// leads to them, a row is kept.

#include "cloverleaf_parts.hpp"
#include "cloverleaf_rows_bands.hpp"

template <int axis>
void clover::advect_momentum(const Grid& grid, double* f, int set, int sweep) {
  const Grid g = grid;
  #pragma omp target teams distribute parallel for firstprivate(g)
  for (int band = 0; band < g.bands; ++band) advect_momentum_band<axis>(g, f, set, sweep, band);
}

template void clover::advect_momentum<0>(const Grid&, double*, int, int);
template void clover::advect_momentum<1>(const Grid&, double*, int, int);
