// The same loops with resident data: a band of rows for every thread of the device.

#include "flow_march.hpp"
#include "flow_parts.hpp"

void flow::advection(const Grid& grid, const Fields& f, const Pace& pace, bool x_first) {
  #pragma omp target teams distribute parallel for firstprivate(grid, f, pace)
  for (int band = 0; band < f.bands; ++band) march_advection(grid, f, pace, band, x_first);
}
