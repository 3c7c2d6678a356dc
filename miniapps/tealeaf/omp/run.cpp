// What the host does with threads and vectors: one parallel region around all steps, in which every
// thread takes all decisions, and the same.

#include <algorithm>

#include "tealeaf_fields.hpp"
#include "tealeaf_march.hpp"
#include "team_sum.hpp"

template <typename Real>
void Tealeaf::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  tea::Workspace space(cls, data);
  const tea::Fields shared = space.fields;
  league::vector<double> partial(std::size_t(2 * omp_get_max_threads() * tea::slot));
  double* sums = partial.data();
  const int bands = std::min(omp_get_max_threads(), shared.ny);
  league::vector<double> rows(std::size_t(bands * tea::rows_beside * shared.mesh.pitch), 0.0);
  double* beside = rows.data();
  tea::Fields after = shared;

  watch.start();
  #pragma omp parallel
  {
    tea::Fields f = shared;
    f.partial = sums;
    f.pass = tea::one_pass;
    f.bands = std::min(omp_get_num_threads(), bands);
    f.beside = beside;
    tea::Spectrum spectrum;
    tea::set_up(f, space.settings.wants_inverse());
    #pragma omp master
    watch.lap("set-up");
    for (int s = 0; s < cls.steps; ++s) {
      const tea::Step step = tea::advance(space.settings, f, spectrum);
      #pragma omp master
      {
        data.history[std::size_t(s)] = step;
        watch.lap("solve");
      }
    }
    #pragma omp master
    after = f;  // Jacobi's method may have ended in the second buffer
  }
  watch.stop();

  space.fetch(after.u, data.u);
  space.fetch(after.u0, data.before);
}

template void Tealeaf::run(const Class&, Data<double>&, league::Stopwatch&);
