// What a processor wants of data that stay on the device: a thread goes up its rows once; pressure,
// velocities, gas and fluxes follow each other a row apart, in the cache.

#include "cloverleaf_parts.hpp"
#include "cloverleaf_rows_bands.hpp"

void clover::lagrange(const Grid& grid, double* f, int set, double dt) {
  const Grid g = grid;
  #pragma omp target teams distribute parallel for firstprivate(g)
  for (int band = 0; band < g.bands; ++band) lagrange_band(g, f, set, dt, band);
}
