// The same loops with resident data: two kernels a step, and two numbers that come back.

#include "flow.hpp"
#include "flow_steps.hpp"
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
  const int bands = Flow::bands_for(cls, league::threads_of_device(grid.ny));
  const long n = grid.size;
  const long more = flow::scratch_of_bands * n;
  const long kept = bands * flow::rows_of_band * grid.pitch;
  league::vector<double> scratch(more, 0.0), row_space(kept, 0.0);
  double *rho = state.rho.data(), *e = state.e.data();
  double *mx = state.mx.data(), *my = state.my.data();
  double *a = scratch.data(), *rows = row_space.data();

  #pragma omp target data map(to : rho[0 : n], e[0 : n], mx[0 : n], my[0 : n], a[0 : more]) \
      map(to : rows[0 : kept])
  {
    flow::Fields f{};  // addresses on the device
    #pragma omp target data use_device_ptr(rho, e, mx, my, a, rows)
    f = flow::fields_of_bands(grid, rho, e, mx, my, a, rows, bands);

    watch.start();
    const int steps = flow::advance(cls, state, f, data.summaries, watch);
    watch.stop();
    const double* last = steps % 2 == 0 ? rho : a;  // the density that is up to date
    #pragma omp target update from(last[0 : n], e[0 : n], mx[0 : n], my[0 : n])
    state.end(data, last);
  }
}

template void Flow::run(const Class&, Data<double>&, league::Stopwatch&);
