// What the host makes of it: equation of state, viscosity and time step of a cell in one go.

#include "cloverleaf_parts.hpp"

double clover::time_step(const Grid& grid, double* f, int set) {
  static double shortest;  // of all threads
  const Grid g = grid;
  double* q = f + viscosity * g.size;
  #pragma omp single
  shortest = huge;
  #pragma omp for schedule(static) reduction(min : shortest)
  for (int k = 1; k <= g.ny; ++k) {
    double least = huge;
    #pragma omp simd reduction(min : least)
    for (int j = 1; j <= g.nx; ++j) {
      const long c = g.at(j, k);
      const double p = pressure_at(g, f, set, c);
      const double value =
          viscosity_of(g, f, set, c, pressure_at(g, f, set, c - 1), pressure_at(g, f, set, c + 1),
                       pressure_at(g, f, set, c - g.pitch), pressure_at(g, f, set, c + g.pitch));
      q[c] = value;
      least = smaller(least, time_step_of(g, f, set, c, p, value));
    }
    mirror_row(g, q, at_cell, k);
    shortest = smaller(shortest, least);
  }
  return shortest;
}
