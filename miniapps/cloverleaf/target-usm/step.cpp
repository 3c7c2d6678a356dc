// Unified shared memory against mapping: the steps, without a word about data.

#include "cloverleaf.hpp"
#include "cloverleaf_steps.hpp"

#pragma omp requires unified_shared_memory

template <typename Real>
void Cloverleaf::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  using namespace clover;
  const Grid& g = data.grid;
  Real* f = data.fields.data();
  update_halo(g, f, at_the_start);

  watch.start();
  const int set = advance(cls, g, f, Log{watch, data.summaries});
  watch.stop();
  hand_in(data, set);
}

template void Cloverleaf::run(const Class&, Data<double>&, league::Stopwatch&);
