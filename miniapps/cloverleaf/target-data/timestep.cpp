// The loops of serial, a thread a cell, with resident data: pressure, viscosity and the time step,
// one kernel each.

#include "cloverleaf_parts.hpp"

double clover::time_step(const Grid& g, double* f, int set) {
  double* p = f + pressure * g.size;
  double* q = f + viscosity * g.size;
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(g)
  for (int k = 1; k <= g.ny; ++k)
    for (int j = 1; j <= g.nx; ++j) p[g.at(j, k)] = pressure_at(g, f, set, g.at(j, k));
  update_halo(g, f, {1, {pressure}, {at_cell}});
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(g)
  for (int k = 1; k <= g.ny; ++k)
    for (int j = 1; j <= g.nx; ++j) {
      const long c = g.at(j, k);
      q[c] = viscosity_of(g, f, set, c, p[c - 1], p[c + 1], p[c - g.pitch], p[c + g.pitch]);
    }
  update_halo(g, f, {1, {viscosity}, {at_cell}});
  double shortest = huge;
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(g) \
      map(tofrom : shortest) reduction(min : shortest)
  for (int k = 1; k <= g.ny; ++k)
    for (int j = 1; j <= g.nx; ++j) {
      const long c = g.at(j, k);
      shortest = smaller(shortest, time_step_of(g, f, set, c, p[c], q[c]));
    }
  return shortest;
}
