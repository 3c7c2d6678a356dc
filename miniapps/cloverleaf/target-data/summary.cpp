// The loops of serial, a thread a cell, with resident data: five sums in one kernel.

#include "cloverleaf_parts.hpp"

clover::Share clover::field_summary(const Grid& g, double* f, int set) {
  double cells = 0;
  double mass = 0;
  double internal = 0;
  double kinetic = 0;
  double pressures = 0;
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(g) \
      map(tofrom : cells, mass, internal, kinetic, pressures)                  \
      reduction(+ : cells, mass, internal, kinetic, pressures)
  for (int k = 1; k <= g.ny; ++k)
    for (int j = 1; j <= g.nx; ++j) {
      const Share share = share_of(g, f, set, g.at(j, k));
      cells += share.volume;
      mass += share.mass;
      internal += share.internal;
      kinetic += share.kinetic;
      pressures += share.pressure;
    }
  return {cells, mass, internal, kinetic, pressures};
}
