// The state of a run in padded rows, made before the clock starts and given back after it stopped.
#pragma once

#include <algorithm>

#include "flow.hpp"
#include "flow_body.hpp"
#include "flow_parts.hpp"

namespace flow {

/// The arrays that every variant has, with mirror images of the initial values behind the walls;
/// and the time step in use, of which the initial energy decides the first.
struct State {
  Grid grid;
  Pace pace;
  int steps = 0;  ///< that were made
  league::vector<double> rho, e, mx, my;

  State(const Flow::Class& cls, const Flow::Data<double>& data)
      : grid(cls.nx, cls.ny, cls.setup->width, cls.setup->height),
        pace{0.3 * cls.setup->dt, 0.3 * cls.setup->dt, 0},
        rho(grid.size, 0.0),
        e(grid.size, 0.0),
        mx(grid.size, 0.0),
        my(grid.size, 0.0) {
    Signals signals;
    const double* plane = data.state.data();
    const long cells = long(cls.nx) * cls.ny;
    for (int i = 0; i < grid.ny; ++i) {
      std::copy_n(plane + long(i) * grid.nx, grid.nx, rho.data() + grid.at(i + 2, 2));
      std::copy_n(plane + cells + long(i) * grid.nx, grid.nx, e.data() + grid.at(i + 2, 2));
      mirror_both(grid, rho.data(), i + 2);
      mirror_both(grid, e.data(), i + 2);
      for (int j = 0; j < grid.nx; ++j)
        signals.x = std::max(signals.x, signal(1, e[grid.at(i + 2, j + 2)], 0));
    }
    signals.y = signals.x;
    pace.choose(grid.dx, grid.dy, signals, cls.setup->max_dt, false);
  }

  /// The state at the end, where the benchmark looks for it; `density` is the array that holds it.
  void end(Flow::Data<double>& data, const double* density) const {
    double* plane = data.state.data();
    for (const double* a : {density, e.data(), mx.data(), my.data()})
      for (int i = 0; i < grid.ny; ++i) plane = std::copy_n(a + grid.at(i + 2, 2), grid.nx, plane);
    data.elapsed = pace.elapsed;
    data.steps = steps;
  }
};

}  // namespace flow
