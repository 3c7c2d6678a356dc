// The same loops with resident data: a band of rows for every thread of the device.

#include "flow_parts.hpp"
#include "flow_rows_bands.hpp"

void flow::advection(const Grid& grid, const Fields& f, const Pace& pace, bool x_first) {
  #pragma omp target teams distribute parallel for firstprivate(grid, f, pace)
  for (int band = 0; band < f.bands; ++band) advection_band(grid, f, pace, band, x_first);
}
