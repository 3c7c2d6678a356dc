// What the host does: a band of rows for every thread, which goes through its rows once.

#include "flow_march.hpp"
#include "flow_parts.hpp"

void flow::advection(const Grid& grid, const Fields& f, const Pace& pace, bool x_first) {
  if (x_first) {
    #pragma omp parallel for
    for (int band = 0; band < f.bands; ++band) march_x_then_y(grid, f, pace, band);
  } else {
    #pragma omp parallel for
    for (int band = 0; band < f.bands; ++band) march_y_then_x(grid, f, pace, band);
  }
}
