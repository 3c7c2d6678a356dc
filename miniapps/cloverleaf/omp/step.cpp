// What the host makes of it: one parallel region around all steps; every thread follows the time.

#include <omp.h>

#include "cloverleaf.hpp"
#include "cloverleaf_parts.hpp"
#include "cloverleaf_steps.hpp"

namespace {

void lap(league::Stopwatch& watch, const char* name) {
  #pragma omp master
  watch.lap(name);
}

template <int axis>
void sweep(const clover::Grid& g, double* f, int set, int number, league::Stopwatch& watch) {
  clover::advect_cells<axis>(g, f, set, number);
  lap(watch, "cell-advection");
  clover::advect_momentum<axis>(g, f, set, number);
  lap(watch, "momentum-advection");
}

}  // namespace

template <typename Real>
void Cloverleaf::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  using namespace clover;
  Grid g = data.grid;
  Real* f = data.fields.data();
  int last = 0;
  g.bands = bands_of(cls, omp_get_max_threads());
  #pragma omp parallel
  update_halo(g, f, at_the_start);

  watch.start();
  #pragma omp parallel shared(last)
  {
    Progress progress(cls);
    while (!progress.finished()) {
      const int set = progress.set();
      const bool goes_on = progress.begin(time_step(g, f, set));
      lap(watch, "time-step");
      if (!goes_on) break;
      lagrange(g, f, set, progress.dt());
      lap(watch, "lagrange");
      if (progress.x_first()) {
        sweep<0>(g, f, 1 - set, 1, watch);
        sweep<1>(g, f, set, 2, watch);
      } else {
        sweep<1>(g, f, 1 - set, 1, watch);
        sweep<0>(g, f, set, 2, watch);
      }
      progress.end();
      if (!progress.wants_summary()) continue;
      const Share sums = field_summary(g, f, progress.set());
      #pragma omp master
      data.summaries.push_back(progress.label(sums));
      lap(watch, "summary");
    }
    #pragma omp master
    last = progress.set();
  }
  watch.stop();
  hand_in(data, last);
}

template void Cloverleaf::run(const Class&, Data<double>&, league::Stopwatch&);
