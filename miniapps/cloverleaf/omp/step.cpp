// What the host makes of it: one parallel region around all steps; every thread follows the time.

#include <omp.h>

#include "cloverleaf.hpp"
#include "cloverleaf_steps.hpp"

namespace {

// All threads make the steps, one of them keeps the log.
struct LogOfAll {
  clover::Log log;

  void lap(const char* name) const {
    #pragma omp master
    log.lap(name);
  }
  void add(const clover::Summary& summary) const {
    #pragma omp master
    log.add(summary);
  }
};

}  // namespace

template <typename Real>
void Cloverleaf::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  using namespace clover;
  Grid g = data.grid;
  g.bands = bands_of(cls, omp_get_max_threads());
  Real* f = data.fields.data();
  const LogOfAll log{{watch, data.summaries}};
  int set = 0;
  #pragma omp parallel
  update_halo(g, f, at_the_start);

  watch.start();
  #pragma omp parallel shared(set)
  {
    const int last = advance(cls, g, f, log);
    #pragma omp master
    set = last;
  }
  watch.stop();
  hand_in(data, set);
}

template void Cloverleaf::run(const Class&, Data<double>&, league::Stopwatch&);
