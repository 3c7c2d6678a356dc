// What is computed: five sums over all cells.

#include "cloverleaf_parts.hpp"

clover::Share clover::field_summary(const Grid& g, double* f, int set) {
  Share sum{0, 0, 0, 0, 0};
  for (int k = 1; k <= g.ny; ++k)
    for (int j = 1; j <= g.nx; ++j) {
      const Share cell = share_of(g, f, set, g.at(j, k));
      sum.volume += cell.volume;
      sum.mass += cell.mass;
      sum.internal += cell.internal;
      sum.kinetic += cell.kinetic;
      sum.pressure += cell.pressure;
    }
  return sum;
}
