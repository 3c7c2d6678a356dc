// The best that directives allow: eight kernels a step, and none of them fills a halo.

#include "cloverleaf.hpp"
#include "cloverleaf_steps.hpp"

template <typename Real>
void Cloverleaf::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  using namespace clover;
  const Grid& g = data.grid;
  Real* f = data.fields.data();
  const long size = fused_fields * g.size;

  #pragma omp target data map(to : f[0 : size])
  {
    update_halo(g, f, at_the_start);

    watch.start();
    const int set = advance(cls, g, f, Log{watch, data.summaries});
    watch.stop();
    for (const int field : {density, energy, xvel, yvel}) {
      Real* part = f + (field + set) * g.size;
      #pragma omp target update from(part[0 : g.size])
    }
    hand_in(data, set);
  }
}

template void Cloverleaf::run(const Class&, Data<double>&, league::Stopwatch&);
