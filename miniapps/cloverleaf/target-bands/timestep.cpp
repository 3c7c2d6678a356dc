// What a processor wants of data that stay on the device: equation of state, viscosity and time
// step of a cell in one go.

#include "cloverleaf_parts.hpp"
#include "cloverleaf_rows.hpp"

double clover::time_step(const Grid& grid, double* f, int set) {
  const Grid g = grid;
  double shortest = huge;
  #pragma omp target teams distribute parallel for firstprivate(g) map(tofrom : shortest) \
      reduction(min : shortest)
  for (int k = 1; k <= g.ny; ++k) shortest = smaller(shortest, time_step_row(g, f, set, k));
  return shortest;
}
