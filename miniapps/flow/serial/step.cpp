// What is computed: steps of a length that the fastest signal decides, x and y taking turns.

#include <utility>

#include "flow.hpp"
#include "flow_fields.hpp"
#include "flow_parts.hpp"

flow::Sums flow::summary(const Grid& grid, const Fields& f) {
  Sums sums{0, 0};
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      const long c = grid.at(i, j);
      sums.density += f.rho[c];
      sums.energy += f.rho[c] * f.e[c];
    }
  return sums;
}

template <typename Real>
void Flow::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  flow::State state(cls, data);
  const flow::Grid& grid = state.grid;
  flow::Pace pace = state.pace;
  // Zero, as velocities and fluxes at the walls are and stay.
  league::vector<double> scratch(10 * grid.size, 0.0);
  const long n = grid.size;
  double *rho = state.rho.data(), *e = state.e.data();
  double *mx = state.mx.data(), *my = state.my.data();
  double* a = scratch.data();
  flow::Fields f{rho,       e,         mx,        my,        a,         a + n,     a + 2 * n,
                 a + 3 * n, a + 4 * n, a + 5 * n, a + 6 * n, a + 7 * n, a + 8 * n, a + 9 * n};

  watch.start();
  for (int s = 0; s < cls.steps && pace.elapsed < cls.setup->sim_end; ++s) {
    const flow::Signals signals = flow::lagrange(grid, f, pace);
    pace.choose(grid.dx, grid.dy, signals, cls.setup->max_dt, s == 0);
    watch.lap("lagrange");
    flow::advection(grid, f, pace, s % 2 == 0);
    std::swap(f.rho, f.rho_next);
    pace.elapsed += pace.dt;
    watch.lap("advection");
    if (cls.summary_every > 0 && (s + 1) % cls.summary_every == 0) {
      const flow::Sums sums = flow::summary(grid, f);
      data.summaries.push_back({s + 1, pace.elapsed, pace.dt, sums.density, sums.energy});
      watch.lap("summary");
    }
  }
  watch.stop();
  state.end(data, f.rho, pace);
}

template void Flow::run(const Class&, Data<double>&, league::Stopwatch&);
