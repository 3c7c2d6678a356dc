// What a processor wants of data that stay on the device: of every step only the length of the next
// one comes back.

#include "aligned.hpp"
#include "cloverleaf.hpp"
#include "cloverleaf_parts.hpp"
#include "cloverleaf_steps.hpp"
#include "league/device_threads.hpp"

namespace {

template <int axis>
void sweep(const clover::Grid& g, double* f, int set, int number, league::Stopwatch& watch) {
  clover::advect_cells<axis>(g, f, set, number);
  watch.lap("cell-advection");
  clover::advect_momentum<axis>(g, f, set, number);
  watch.lap("momentum-advection");
}

}  // namespace

template <typename Real>
void Cloverleaf::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  using namespace clover;
  Grid g = data.grid;
  g.bands = bands_of(cls, league::threads_of_device(g.ny));
  Real* f = data.fields.data();
  Progress progress(cls);
  const long size = all_fields * g.size;
  const AlignedOnDevice aligned(f, size);

  #pragma omp target data map(always, to : f[0 : size])
  {
    update_halo(g, f, at_the_start);

    watch.start();
    while (!progress.finished()) {
      const int set = progress.set();
      const bool goes_on = progress.begin(time_step(g, f, set));
      watch.lap("time-step");
      if (!goes_on) break;
      lagrange(g, f, set, progress.dt());
      watch.lap("lagrange");
      if (progress.x_first()) {
        sweep<0>(g, f, 1 - set, 1, watch);
        sweep<1>(g, f, set, 2, watch);
      } else {
        sweep<1>(g, f, 1 - set, 1, watch);
        sweep<0>(g, f, set, 2, watch);
      }
      progress.end();
      if (!progress.wants_summary()) continue;
      data.summaries.push_back(progress.label(field_summary(g, f, progress.set())));
      watch.lap("summary");
    }
    watch.stop();
    const long offset = progress.set() * g.size;
    for (const int field : {density, energy, xvel, yvel}) {
      Real* part = f + field * g.size + offset;
      #pragma omp target update from(part[0 : g.size])
    }
  }
  hand_in(data, progress.set());
}

template void Cloverleaf::run(const Class&, Data<double>&, league::Stopwatch&);
