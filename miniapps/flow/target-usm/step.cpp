// Unified shared memory against mapping: without a word about data.

#include "flow.hpp"
#include "flow_steps.hpp"

#pragma omp requires unified_shared_memory

flow::Sums flow::summary(const Grid& grid, const Fields& f) {
  double density = 0;
  double energy = 0;
  #pragma omp target teams distribute parallel for collapse(2) firstprivate(grid, f) \
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
  league::vector<double> scratch(flow::scratch_of_phases * state.grid.size, 0.0);
  flow::Fields f = flow::fields_of_phases(state.grid, state.rho.data(), state.e.data(),
                                          state.mx.data(), state.my.data(), scratch.data());

  watch.start();
  flow::advance(cls, state, f, data.summaries, watch);
  watch.stop();
  state.end(data, f.rho);
}

template void Flow::run(const Class&, Data<double>&, league::Stopwatch&);
