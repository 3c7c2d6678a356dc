// What a device does with data that stays there: pressure, viscosity and the time step,
// one kernel each.

#include "cloverleaf_parts.hpp"

double clover::time_step(const Grid& grid, double* f, int set) {
  const Grid g = grid;
  double* p = f + pressure * g.size;
  double* q = f + viscosity * g.size;
  #pragma omp target teams distribute parallel for firstprivate(g)
  for (int k = 1; k <= g.ny; ++k)
    #pragma omp simd
    for (int j = 1; j <= g.nx; ++j) p[g.at(j, k)] = pressure_at(g, f, set, g.at(j, k));
  update_halo(g, f, {1, {pressure}, {at_cell}});
  #pragma omp target teams distribute parallel for firstprivate(g)
  for (int k = 1; k <= g.ny; ++k)
    #pragma omp simd
    for (int j = 1; j <= g.nx; ++j) {
      const long c = g.at(j, k);
      q[c] = viscosity_of(g, f, set, c, p[c - 1], p[c + 1], p[c - g.pitch], p[c + g.pitch]);
    }
  update_halo(g, f, {1, {viscosity}, {at_cell}});
  double shortest = huge;
  #pragma omp target teams distribute parallel for firstprivate(g) map(tofrom : shortest) \
      reduction(min : shortest)
  for (int k = 1; k <= g.ny; ++k) {
    double least = huge;
    #pragma omp simd reduction(min : least)
    for (int j = 1; j <= g.nx; ++j) {
      const long c = g.at(j, k);
      least = smaller(least, time_step_of(g, f, set, c, p[c], q[c]));
    }
    shortest = smaller(shortest, least);
  }
  return shortest;
}
