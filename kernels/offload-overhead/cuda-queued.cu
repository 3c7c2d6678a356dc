// The vendor reference for target-nowait: launches one behind the other, one wait at the end.

#include <cstddef>

#include "league/cuda.hpp"
#include "offload-overhead.hpp"

namespace {

template <typename Real>
__global__ void raise(Real* count, int lane) {
  count[lane] += 1;
}

}  // namespace

template <typename Real>
void OffloadOverhead::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int lanes = cls.lanes;
  league::DeviceArray<Real> count(std::size_t(cls.lanes));
  count.copy_from(data.count());

  watch.start();
  for (int step = 0; step < cls.steps; ++step) {
    const int lane = step % lanes;
    raise<<<1, 1>>>(count.data(), lane);
    league::demand_launched();
  }
  watch.stop();

  count.copy_to(data.count());
}

template void OffloadOverhead::run(const Class&, Data<float>&, league::Stopwatch&);
template void OffloadOverhead::run(const Class&, Data<double>&, league::Stopwatch&);
