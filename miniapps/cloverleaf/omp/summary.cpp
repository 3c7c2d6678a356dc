// What the host makes of it: five sums, row by row.

#include "cloverleaf_parts.hpp"

clover::Share clover::field_summary(const Grid& grid, double* f, int set) {
  static double volumes, masses, internals, kinetics, pressures;  // of all threads
  const Grid g = grid;
  #pragma omp single
  volumes = masses = internals = kinetics = pressures = 0;
  #pragma omp for schedule(static) reduction(+ : volumes, masses, internals, kinetics, pressures)
  for (int k = 1; k <= g.ny; ++k) {
    double cells = 0;
    double mass = 0;
    double internal = 0;
    double kinetic = 0;
    double pressure_sum = 0;
    #pragma omp simd reduction(+ : cells, mass, internal, kinetic, pressure_sum)
    for (int j = 1; j <= g.nx; ++j) {
      const Share share = share_of(g, f, set, g.at(j, k));
      cells += share.volume;
      mass += share.mass;
      internal += share.internal;
      kinetic += share.kinetic;
      pressure_sum += share.pressure;
    }
    volumes += cells;
    masses += mass;
    internals += internal;
    kinetics += kinetic;
    pressures += pressure_sum;
  }
  return {volumes, masses, internals, kinetics, pressures};
}
