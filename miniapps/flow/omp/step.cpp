// What the host does: two passes over memory a step, as the length of the step lies between them.

#include <omp.h>

#include "flow.hpp"
#include "flow_steps.hpp"

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
  const int bands = Flow::bands_for(cls, omp_get_max_threads());
  const long kept = bands * flow::rows_of_band * grid.pitch;
  league::vector<double> scratch(flow::scratch_of_bands * grid.size, 0.0), rows(kept, 0.0);
  flow::Fields f = flow::fields_of_bands(grid, state.rho.data(), state.e.data(), state.mx.data(),
                                         state.my.data(), scratch.data(), rows.data(), bands);

  watch.start();
  flow::advance(cls, state, f, data.summaries, watch);
  watch.stop();
  state.end(data, f.rho);
}

template void Flow::run(const Class&, Data<double>&, league::Stopwatch&);
