// The vendor reference for target-update: cudaMemcpy by size, from and to ordinary host memory.

#include <cstddef>
#include <string>

#include "league/cuda.hpp"
#include "offload-overhead.hpp"

namespace {

template <typename Real>
__global__ void raise_ends(Real* block, int length) {
  block[0] += 1;
  block[length - 1] += 1;
}

}  // namespace

template <typename Real>
void OffloadOverhead::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int lanes = cls.lanes;
  Real* count = data.count();
  Real* block = data.block();
  const league::DeviceArray<Real> array(std::size_t(cls.length));
  Real* on_device = array.data();

  watch.start();
  int step = 0;
  for (const Rung& rung : ladder(cls)) {
    const int length = rung.length;
    const std::size_t size = std::size_t(length) * sizeof(Real);
    const std::string bytes = std::to_string(size) + " B";
    const std::string to = "to " + bytes;
    const std::string from = "from " + bytes;
    watch.lap("between");
    for (int trip = 0; trip < rung.trips; ++trip) {
      const Real sent = block[length - 1];
      league::demand(cudaMemcpy(on_device, block, size, cudaMemcpyHostToDevice), "copy");
      watch.lap(to);
      raise_ends<<<1, 1>>>(on_device, length);
      league::demand_launched();
      league::demand(cudaDeviceSynchronize(), "kernel");  // as a target region does
      watch.lap("region");
      league::demand(cudaMemcpy(block, on_device, size, cudaMemcpyDeviceToHost), "copy");
      watch.lap(from);
      count[step % lanes] += block[length - 1] - sent;
      block[0] -= 1;
      block[length - 1] -= 1;
      ++step;
    }
  }
  watch.stop();
}

template void OffloadOverhead::run(const Class&, Data<float>&, league::Stopwatch&);
template void OffloadOverhead::run(const Class&, Data<double>&, league::Stopwatch&);
