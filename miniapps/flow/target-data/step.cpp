// The same loops with resident data: two kernels a step, and two numbers that come back.

#include <utility>

#include "flow.hpp"
#include "flow_fields.hpp"
#include "flow_march.hpp"
#include "flow_parts.hpp"
#include "league/device_threads.hpp"

flow::Sums flow::summary(const Grid& grid, const Fields& f) {
  double density = 0;
  double energy = 0;
  #pragma omp target teams distribute parallel for firstprivate(grid, f) \
      map(tofrom : density, energy) reduction(+ : density, energy)
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
  const int bands = Flow::bands_for(cls, league::threads_of_device(grid.ny));
  const long n = grid.size;
  const long kept = bands * flow::rows_of_band * grid.pitch;
  // Zero, as velocities and fluxes at the walls are and stay.
  league::vector<double> scratch(4 * n, 0.0), row_space(kept, 0.0);
  double *rho = state.rho.data(), *e = state.e.data();
  double *mx = state.mx.data(), *my = state.my.data();
  double *a = scratch.data(), *rows = row_space.data();
  double *last = rho, *next = a;  // the two densities

  #pragma omp target data map(to : rho[0 : n], e[0 : n], mx[0 : n], my[0 : n], a[0 : 4 * n]) \
      map(to : rows[0 : kept])
  {
    flow::Fields f{};  // addresses on the device
    #pragma omp target data use_device_ptr(rho, e, mx, my, a, rows)
    f = flow::fields_of_bands(grid, rho, e, mx, my, a, rows, bands);

    watch.start();
    for (int s = 0; s < cls.steps && pace.elapsed < cls.setup->sim_end; ++s) {
      const flow::Signals signals = flow::lagrange(grid, f, pace);
      pace.choose(grid.dx, grid.dy, signals, cls.setup->max_dt, s == 0);
      watch.lap("lagrange");
      flow::advection(grid, f, pace, s % 2 == 0);
      std::swap(f.rho, f.rho_next);
      std::swap(last, next);
      pace.elapsed += pace.dt;
      watch.lap("advection");
      if (cls.summary_every > 0 && (s + 1) % cls.summary_every == 0) {
        const flow::Sums sums = flow::summary(grid, f);
        data.summaries.push_back({s + 1, pace.elapsed, pace.dt, sums.density, sums.energy});
        watch.lap("summary");
      }
    }
    watch.stop();
    #pragma omp target update from(last[0 : n], e[0 : n], mx[0 : n], my[0 : n])
  }
  state.end(data, last, pace);
}

template void Flow::run(const Class&, Data<double>&, league::Stopwatch&);
