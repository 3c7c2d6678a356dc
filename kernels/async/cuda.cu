// The vendor reference: streams over ordinary host memory, which every copy has to stage.

#include <array>
#include <cstddef>

#include "async.hpp"
#include "league/cuda.hpp"

namespace {

constexpr int threads = 256;
constexpr int streams = 3;  // one chunk comes, one is worked on, one goes

/// Queues of work that the device runs beside each other.
struct Streams {
  Streams() {
    for (auto& stream : queue)
      league::demand(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "stream");
  }
  ~Streams() {
    for (auto& stream : queue) static_cast<void>(cudaStreamDestroy(stream));
  }
  std::array<cudaStream_t, streams> queue{};
};

template <typename Real>
__global__ void __launch_bounds__(threads)
    advance(int length, int rounds, const Real* __restrict__ x, Real* __restrict__ y) {
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i >= length) return;
  Real v = x[i];
  for (int round = 0; round < rounds; ++round) {
    v = 5 * v + 1;
    v -= 4096 * Real(int(v / 4096));
  }
  y[i] = v;
}

}  // namespace

template <typename Real>
void Async::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const Real* host_x = data.x.data();
  Real* host_y = data.y.data();
  const league::DeviceArray<Real> device_x(data.x.size());
  const league::DeviceArray<Real> device_y(data.y.size());
  Streams streams;

  watch.start();
  for (int chunk = 0; chunk < cls.chunks; ++chunk) {
    const int begin = begin_of(cls, chunk);
    const int length = begin_of(cls, chunk + 1) - begin;
    const std::size_t bytes = std::size_t(length) * sizeof(Real);
    Real* x = device_x.data() + begin;
    Real* y = device_y.data() + begin;
    cudaStream_t stream = streams.queue[std::size_t(chunk) % streams.queue.size()];
    league::demand(cudaMemcpyAsync(x, host_x + begin, bytes, cudaMemcpyHostToDevice, stream),
                   "copy to the device");
    advance<<<(length + threads - 1) / threads, threads, 0, stream>>>(length, cls.rounds, x, y);
    league::demand_launched();
    league::demand(cudaMemcpyAsync(host_y + begin, y, bytes, cudaMemcpyDeviceToHost, stream),
                   "copy from the device");
  }
  watch.stop();
}

template void Async::run(const Class&, Data<float>&, league::Stopwatch&);
template void Async::run(const Class&, Data<double>&, league::Stopwatch&);
