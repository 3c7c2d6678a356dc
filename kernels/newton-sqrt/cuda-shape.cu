// CUDA in a shape: as many blocks and threads per block as target-shape has teams and threads.

#include <cstddef>

#include "league/cuda.hpp"
#include "newton-sqrt.hpp"

namespace {

template <typename Real>
__global__ void iterate(int n, int steps, Real start, const Real* __restrict__ x,
                        Real* __restrict__ y) {
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    Real root = start;
    for (int step = 0; step < steps; ++step) root = (root + x[i] / root) / 2;
    y[i] = root;
  }
}

}  // namespace

template <typename Real>
void NewtonSqrt::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  league::DeviceArray<Real> x(data.x.size());
  league::DeviceArray<Real> y(data.y.size());
  x.copy_from(data.x.data());

  watch.start();
  iterate<<<cls.teams, cls.threads>>>(cls.n, cls.steps, data.start, x.data(), y.data());
  league::demand_launched();
  watch.stop();

  y.copy_to(data.y.data());
}

template void NewtonSqrt::run(const Class&, Data<float>&, league::Stopwatch&);
template void NewtonSqrt::run(const Class&, Data<double>&, league::Stopwatch&);
