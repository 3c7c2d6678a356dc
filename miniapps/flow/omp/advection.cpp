// What the host does: a band of rows for every thread, which goes through its rows once.

#include "flow_parts.hpp"
#include "flow_rows_bands.hpp"

void flow::advection(const Grid& grid, const Fields& f, const Pace& pace, bool x_first) {
  #pragma omp parallel for
  for (int band = 0; band < f.bands; ++band) advection_band(grid, f, pace, band, x_first);
}
