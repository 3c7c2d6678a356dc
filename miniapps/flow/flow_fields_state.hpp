// The state of a run in padded rows, made before the clock starts and given back after it stopped.
#pragma once

#include <algorithm>

#include "flow.hpp"
#include "flow_body.hpp"
#include "flow_parts.hpp"

namespace flow {

/// The step before the first one, from the deck and from the fastest cell of the initial state.
inline Pace first_pace(const Flow::Class& cls, const Flow::Data<double>& data) {
  Signals signals;
  const long cells = long(cls.nx) * cls.ny;
  for (long c = cells; c < 2 * cells; ++c)
    signals.x = std::max(signals.x, signal(1, data.state[std::size_t(c)], 0));
  signals.y = signals.x;
  Pace pace{0.3 * cls.setup->dt, 0.3 * cls.setup->dt, 0};
  pace.choose(cls.setup->width / cls.nx, cls.setup->height / cls.ny, signals, cls.setup->max_dt,
              false);
  return pace;
}

/// The arrays that every variant has, with mirror images of the initial values behind the walls;
/// and the time step in use, of which the initial energy decides the first.
struct State {
  Grid grid;
  Pace pace;
  int steps = 0;  ///< that were made
  league::vector<double> rho, e, mx, my;

  State(const Flow::Class& cls, const Flow::Data<double>& data)
      : grid(cls.nx, cls.ny, cls.setup->width, cls.setup->height),
        pace(first_pace(cls, data)),
        rho(grid.size, 0.0),
        e(grid.size, 0.0),
        mx(grid.size, 0.0),
        my(grid.size, 0.0) {
    const double* plane = data.state.data();
    const long cells = long(cls.nx) * cls.ny;
    for (int i = 0; i < grid.ny; ++i) {
      std::copy_n(plane + long(i) * grid.nx, grid.nx, rho.data() + grid.at(i + 2, 2));
      std::copy_n(plane + cells + long(i) * grid.nx, grid.nx, e.data() + grid.at(i + 2, 2));
      mirror_both(grid, rho.data(), i + 2);
      mirror_both(grid, e.data(), i + 2);
    }
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
