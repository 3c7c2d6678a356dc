// The vendor's library beside hand-written CUDA: one call scans a row.

#include <cstddef>
#include <cub/device/device_scan.cuh>

#include "league/cuda.hpp"
#include "reductions_parts_scan.hpp"

namespace {

struct Add {
  template <typename T>
  __host__ __device__ T operator()(const T& a, const T& b) const {
    return a + b;
  }
};

}  // namespace

template <typename T>
void ScanExclusive::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  league::DeviceArray<T> x(data.x.size());
  league::DeviceArray<T> y(data.y.size());
  std::size_t bytes = 0;
  const auto scan = [&](void* work, int round) {
    const std::size_t first = std::size_t(round) * cls.pitch();
    league::demand(
        cub::DeviceScan::ExclusiveScan(work, bytes, x.data() + first,
                                       y.data() + std::size_t(round) * std::size_t(cls.n), Add{},
                                       data.start[round], cls.n),
        "scan");
  };
  scan(nullptr, 0);  // says how much memory it needs
  league::DeviceArray<char> work(bytes);
  x.copy_from(data.x.data());

  watch.start();
  for (int round = 0; round < rounds; ++round) scan(work.data(), round);
  watch.stop();

  y.copy_to(data.y.data());
}

template void ScanExclusive::run(const Class&, Data<float>&, league::Stopwatch&);
template void ScanExclusive::run(const Class&, Data<double>&, league::Stopwatch&);
