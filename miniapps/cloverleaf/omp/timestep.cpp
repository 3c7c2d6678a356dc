// What the host makes of it: equation of state, viscosity and time step of a cell in one go.

#include "cloverleaf_parts.hpp"
#include "cloverleaf_rows.hpp"

double clover::time_step(const Grid& grid, double* f, int set) {
  static double shortest;  // of all threads
  const Grid g = grid;
  #pragma omp single
  shortest = huge;
  #pragma omp for schedule(static) reduction(min : shortest)
  for (int k = 1; k <= g.ny; ++k) shortest = smaller(shortest, time_step_row(g, f, set, k));
  return shortest;
}
