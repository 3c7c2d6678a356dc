// How well the compiler maps `loop`: two numbers of a step come back.

#include "flow.hpp"
#include "flow_steps.hpp"

flow::Sums flow::summary(const Grid& grid, const Fields& f) {
  double density = 0;
  double energy = 0;
  #pragma omp target teams loop collapse(2) firstprivate(grid, f) map(tofrom : density, energy) \
      reduction(+ : density, energy)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      const long c = grid.at(i, j);
      density += f.rho[c];
      energy += f.rho[c] * f.e[c];
    }
  return {density, energy};
}

template <typename Real>
void Flow::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  flow::State state(cls, data);
  const long n = state.grid.size;
  const long more = flow::scratch_of_phases * n;
  league::vector<double> scratch(more, 0.0);
  double *rho = state.rho.data(), *e = state.e.data();
  double *mx = state.mx.data(), *my = state.my.data();
  double* a = scratch.data();

  #pragma omp target data map(to : rho[0 : n], e[0 : n], mx[0 : n], my[0 : n], a[0 : more])
  {
    flow::Fields f{};  // addresses on the device
    #pragma omp target data use_device_ptr(rho, e, mx, my, a)
    f = flow::fields_of_phases(state.grid, rho, e, mx, my, a);

    watch.start();
    const int steps = flow::advance(cls, state, f, data.summaries, watch);
    watch.stop();
    const double* last = steps % 2 == 0 ? rho : a;  // the density that is up to date
    #pragma omp target update from(last[0 : n], e[0 : n], mx[0 : n], my[0 : n])
    state.end(data, last);
  }
}

template void Flow::run(const Class&, Data<double>&, league::Stopwatch&);
