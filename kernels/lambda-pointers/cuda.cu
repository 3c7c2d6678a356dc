// The vendor reference: addresses of the device travel with the launch, nothing is looked up.

#include "lambda-pointers.hpp"
#include "league/cuda.hpp"

namespace {

constexpr int threads = 256;
constexpr int most = *(LambdaPointers::counts.end() - 1);

/// Beginnings of all arrays, handed to the kernel by value.
template <typename Real>
struct Arrays {
  Real* y[most];
};

template <typename Real>
__global__ void __launch_bounds__(threads)
    add_numbers(int n, int count, const __grid_constant__ Arrays<Real> arrays) {
  const int i = int(blockIdx.x) * threads + int(threadIdx.x);
  if (i >= n) return;
  for (int k = 0; k < count; ++k) arrays.y[k][i] += Real(k + 1);
}

}  // namespace

template <typename Real>
void LambdaPointers::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = length(cls);
  league::DeviceArray<Real> y(data.y.size());
  y.copy_from(data.y.data());
  Arrays<Real> arrays{};
  for (int k = 0; k < cls.pointers; ++k) arrays.y[k] = y.data() + long(k) * n;

  watch.start();
  for (int launch = 0; launch < cls.launches; ++launch) {
    add_numbers<<<(n + threads - 1) / threads, threads>>>(n, cls.pointers, arrays);
    league::demand_launched();
  }
  watch.stop();

  y.copy_to(data.y.data());
}

template void LambdaPointers::run(const Class&, Data<float>&, league::Stopwatch&);
template void LambdaPointers::run(const Class&, Data<double>&, league::Stopwatch&);
