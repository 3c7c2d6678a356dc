// The vendor reference: seven kernels a step, and none of them fills a halo.

#include "cloverleaf.hpp"
#include "cloverleaf_steps.hpp"
#include "launch.cuh"

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
  update_halo(g, f, at_the_start);

  watch.start();
  const int set = advance(cls, g, f, Log{watch, data.summaries});
  watch.stop();
  for (const int field : {density, energy, xvel, yvel}) {
    const long at = (field + set) * g.size;
    league::demand(cudaMemcpy(data.fields.data() + at, f + at, std::size_t(g.size) * sizeof(Real),
                              cudaMemcpyDeviceToHost),
                   "copy from the device");
  }
  hand_in(data, set);
}

template void Cloverleaf::run(const Class&, Data<double>&, league::Stopwatch&);
