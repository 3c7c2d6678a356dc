// What the host does: a band of rows for every thread, which goes through its rows once.

#include "flow_march.hpp"
#include "flow_parts.hpp"

void flow::advection(const Grid& grid, const Fields& f, const Pace& pace, bool x_first) {
  #pragma omp parallel for
  for (int band = 0; band < f.bands; ++band) march_advection(grid, f, pace, band, x_first);
}
