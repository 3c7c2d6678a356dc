// The best that directives allow: viscosity and time step of a cell in one kernel.

#include "cloverleaf_body_fused.hpp"
#include "cloverleaf_parts.hpp"

double clover::time_step(const Grid& grid, double* f, int set) {
  const Grid g = grid;
  double shortest = huge;
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(g) \
      map(tofrom : shortest) reduction(min : shortest)
  for (int k = 1; k <= g.ny; ++k)
    for (int j = 1; j <= g.nx; ++j) shortest = smaller(shortest, time_step_at(g, f, set, j, k));
  return shortest;
}
