// Host and device at once in CUDA: the device has a part of the elements on a stream, with locked
// pages, threads of the host work on the others meanwhile (--set share=PERCENT).

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

#include "async.hpp"
#include "league/cuda.hpp"

namespace {

constexpr int threads = 256;

/// A queue of work that does not hold up the host.
struct Stream {
  Stream() { league::demand(cudaStreamCreateWithFlags(&queue, cudaStreamNonBlocking), "stream"); }
  ~Stream() { static_cast<void>(cudaStreamDestroy(queue)); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  cudaStream_t queue{};
};

/// Host memory that the copy engines may use directly, as long as this lives.
struct Pinned {
  Pinned(void* memory, std::size_t bytes) : memory(memory) {
    league::demand(cudaHostRegister(memory, bytes, cudaHostRegisterDefault), "pinning");
  }
  ~Pinned() { static_cast<void>(cudaHostUnregister(memory)); }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  void* memory;
};

/// The number that follows v after so many rounds.
template <typename Real>
__host__ __device__ Real advanced(Real v, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    v = 5 * v + 1;
    v -= 4096 * Real(int(v / 4096));
  }
  return v;
}

template <typename Real>
__global__ void __launch_bounds__(threads)
    advance(int length, int rounds, const Real* __restrict__ x, Real* __restrict__ y) {
  const int i = blockIdx.x * threads + threadIdx.x;
  if (i < length) y[i] = advanced(x[i], rounds);
}

/// Elements 0 to length - 1 shared among as many threads as the host runs at once.
template <typename Real>
void advance_on_host(int length, int rounds, const Real* x, Real* y) {
  const int parts = int(std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::thread> workers;
  for (int part = 0; part < parts; ++part)
    workers.emplace_back([=] {
      const int end = int(long(length) * (part + 1) / parts);
      for (int i = int(long(length) * part / parts); i < end; ++i) y[i] = advanced(x[i], rounds);
    });
  for (std::thread& worker : workers) worker.join();
}

}  // namespace

template <typename Real>
void Async::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int split = device_begin(cls);
  const int length = cls.n - split;
  const std::size_t bytes = std::size_t(length) * sizeof(Real);
  const Real* host_x = data.x.data();
  Real* host_y = data.y.data();
  const league::DeviceArray<Real> x{std::size_t(length)};
  const league::DeviceArray<Real> y{std::size_t(length)};
  const Pinned pinned_x(data.x.data(), data.x.size() * sizeof(Real));
  const Pinned pinned_y(data.y.data(), data.y.size() * sizeof(Real));
  const Stream stream;

  watch.start();
  league::demand(
      cudaMemcpyAsync(x.data(), host_x + split, bytes, cudaMemcpyHostToDevice, stream.queue),
      "copy to the device");
  advance<<<(length + threads - 1) / threads, threads, 0, stream.queue>>>(length, cls.rounds,
                                                                          x.data(), y.data());
  league::demand_launched();
  league::demand(
      cudaMemcpyAsync(host_y + split, y.data(), bytes, cudaMemcpyDeviceToHost, stream.queue),
      "copy from the device");
  {
    const HostAtWork host;
    advance_on_host(split, cls.rounds, host_x, host_y);
  }
  watch.stop();  // waits for the device
}

template void Async::run(const Class&, Data<float>&, league::Stopwatch&);
template void Async::run(const Class&, Data<double>&, league::Stopwatch&);
