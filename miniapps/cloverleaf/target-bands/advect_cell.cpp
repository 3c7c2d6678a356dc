// What a processor wants of data that stay on the device: fluxes and gas of a row in one go; along
// y a thread goes up its rows and computes every face once.

#include "cloverleaf_parts.hpp"
#include "cloverleaf_rows_bands.hpp"

template <int axis>
void clover::advect_cells(const Grid& grid, double* f, int set, int sweep) {
  const Grid g = grid;
  #pragma omp target teams distribute parallel for firstprivate(g)
  for (int band = 0; band < g.bands; ++band) advect_cells_band<axis>(g, f, set, sweep, band);
}

template void clover::advect_cells<0>(const Grid&, double*, int, int);
template void clover::advect_cells<1>(const Grid&, double*, int, int);
