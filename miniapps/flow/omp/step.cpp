// What the host does: two passes over memory a step, as the length of the step lies between them.

#include <omp.h>

#include <utility>

#include "flow.hpp"
#include "flow_fields.hpp"
#include "flow_parts.hpp"
#include "rows.hpp"

flow::Sums flow::summary(const Grid& grid, const Fields& f) {
  double density = 0;
  double energy = 0;
  #pragma omp parallel for reduction(+ : density, energy)
  for (int i = 2; i < grid.ny + 2; ++i) {
    const long row = grid.at(i, 0);
    #pragma omp simd reduction(+ : density, energy)
    for (long c = row + 2; c < row + grid.nx + 2; ++c) {
      density += f.rho[c];
      energy += f.rho[c] * f.e[c];
    }
  }
  return {density, energy};
}

template <typename Real>
void Flow::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  flow::State state(cls, data);
  const flow::Grid& grid = state.grid;
  flow::Pace pace = state.pace;
  // Zero, as velocities and fluxes at the walls are and stay.
  const long n = grid.size;
  league::vector<double> scratch(4 * n, 0.0);
  league::vector<double> rows(omp_get_max_threads() * flow::Space::rows * grid.pitch, 0.0);
  double* a = scratch.data();
  flow::Fields f{};
  f.rho = state.rho.data();
  f.e = state.e.data();
  f.mx = state.mx.data();
  f.my = state.my.data();
  f.rho_next = a;
  f.e_mid = a + n;
  f.u = a + 2 * n;
  f.v = a + 3 * n;
  f.fe = rows.data();

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
