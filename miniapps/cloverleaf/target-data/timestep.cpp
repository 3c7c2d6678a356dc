// What a device does with data that stays there: viscosity and time step of a row, one after the
// other, in one kernel.

#include "cloverleaf_fused.hpp"
#include "cloverleaf_parts.hpp"

double clover::time_step(const Grid& grid, double* f, int set) {
  const Grid g = grid;
  double* q = f + viscosity * g.size;
  double shortest = huge;
  #pragma omp target teams distribute parallel for firstprivate(g) map(tofrom : shortest) \
      reduction(min : shortest)
  for (int k = 1; k <= g.ny; ++k) {
    #pragma omp simd
    for (int j = 1; j <= g.nx; ++j) {
      const long c = g.at(j, k);
      q[c] = viscosity_at(g, f, set, c);
    }
    double least = huge;
    #pragma omp simd reduction(min : least)
    for (int j = 1; j <= g.nx; ++j) {
      const long c = g.at(j, k);
      least = smaller(least, time_step_of(g, f, set, c, pressure_at(g, f, set, c), q[c]));
    }
    mirror_row(g, q, at_cell, k);
    shortest = smaller(shortest, least);
  }
  return shortest;
}
