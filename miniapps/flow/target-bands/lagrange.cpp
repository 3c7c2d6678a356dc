// The same loops with resident data: a band of rows for every thread of the device.

#include "flow_parts.hpp"
#include "flow_rows_bands.hpp"

flow::Signals flow::lagrange(const Grid& grid, const Fields& f, const Pace& pace) {
  double fastest_x = 0;
  double fastest_y = 0;
  #pragma omp target teams distribute parallel for firstprivate(grid, f, pace) \
      map(tofrom : fastest_x, fastest_y) reduction(max : fastest_x, fastest_y)
  for (int band = 0; band < f.bands; ++band) {
    const Signals found = lagrange_band(grid, f, pace, band);
    fastest_x = greater(fastest_x, found.x);
    fastest_y = greater(fastest_y, found.y);
  }
  return {fastest_x, fastest_y};
}
