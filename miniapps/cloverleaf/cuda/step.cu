// The vendor reference: seven kernels a step, and none of them fills a halo.

#include "cloverleaf.hpp"
#include "cloverleaf_parts.hpp"
#include "cloverleaf_steps.hpp"
#include "launch.cuh"

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
  const Grid& g = data.grid;
  const long used = fused_fields * g.size;
  league::DeviceArray<Real> fields(std::size_t(used + slots));
  Real* f = fields.data();
  league::demand(
      cudaMemcpy(f, data.fields.data(), std::size_t(used) * sizeof(Real), cudaMemcpyHostToDevice),
      "copy to the device");
  Progress progress(cls);
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
  for (const int field : {density, energy, xvel, yvel}) {
    const long at = (field + progress.set()) * g.size;
    league::demand(cudaMemcpy(data.fields.data() + at, f + at, std::size_t(g.size) * sizeof(Real),
                              cudaMemcpyDeviceToHost),
                   "copy from the device");
  }
  hand_in(data, progress.set());
}

template void Cloverleaf::run(const Class&, Data<double>&, league::Stopwatch&);
