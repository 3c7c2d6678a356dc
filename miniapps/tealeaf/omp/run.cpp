// What the host does with threads and vectors: one parallel region around all steps, in which every
// thread takes all decisions, and the same.

#include <algorithm>

#include "rows_reduction.hpp"
#include "tealeaf_fields.hpp"
#include "tealeaf_rows_bands.hpp"

namespace {

struct OnMaster {
  template <typename Action>
  void operator()(const Action& action) const {
    #pragma omp master
    action();
  }
};

}  // namespace

template <typename Real>
void Tealeaf::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  tea::Workspace space(cls, data);
  const tea::Fields shared = space.fields;
  league::vector<double> partial(std::size_t(2 * omp_get_max_threads() * tea::slot));
  double* sums = partial.data();
  const int bands = std::min(omp_get_max_threads(), shared.ny);
  league::vector<double> rows(std::size_t(bands * tea::ghost_rows * shared.mesh.pitch), 0.0);
  double* ghosts = rows.data();
  tea::Fields after = shared;

  watch.start();
  #pragma omp parallel
  {
    tea::Fields f = shared;
    f.partial = sums;
    f.pass = tea::one_pass;
    f.bands = std::min(omp_get_num_threads(), bands);
    f.ghosts = ghosts;
    tea::run_steps(space.settings, f, data.history, watch, OnMaster());
    #pragma omp master
    after = f;  // Jacobi's method may have ended in the second buffer
  }
  watch.stop();

  space.hand_in(after.u, after.u0, data);
}

template void Tealeaf::run(const Class&, Data<double>&, league::Stopwatch&);
