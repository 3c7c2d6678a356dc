// CUDA in a shape: as many blocks and threads per block as target-shape has teams and threads.

#include <cstddef>

#include "league/cuda.hpp"
#include "vadd.hpp"

namespace {

template <typename Real>
__global__ void add(int n, const Real* __restrict__ a, const Real* __restrict__ b,
                    Real* __restrict__ c) {
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) c[i] = a[i] + b[i];
}

}  // namespace

template <typename Real>
void Vadd::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const auto size = std::size_t(cls.n);
  league::DeviceArray<Real> a(size);
  league::DeviceArray<Real> b(size);
  league::DeviceArray<Real> c(size);
  a.copy_from(data.a.data());
  b.copy_from(data.b.data());

  watch.start();
  add<<<cls.teams, cls.threads>>>(cls.n, a.data(), b.data(), c.data());
  league::demand_launched();
  watch.stop();

  c.copy_to(data.c.data());
}

template void Vadd::run(const Class&, Data<float>&, league::Stopwatch&);
template void Vadd::run(const Class&, Data<double>&, league::Stopwatch&);
