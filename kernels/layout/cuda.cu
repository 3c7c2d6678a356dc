// The vendor reference: structure of arrays, sixteen bytes a load, every element touched once.

#include <cstddef>

#include "layout.hpp"
#include "league/cuda.hpp"

namespace {

constexpr int threads = 256;

/// As many neighbouring elements as one load instruction moves.
template <typename Real>
struct alignas(16) Pack {
  static constexpr int size = 16 / sizeof(Real);
  Real at[size];
};

template <typename Real>
__device__ Pack<Real> load(const Real* array, std::size_t i) {
  return *reinterpret_cast<const Pack<Real>*>(array + i);
}

template <typename Real>
__device__ Real twice_energy(Real mass, Real vx, Real vy, Real vz) {
  return mass * (vx * vx + vy * vy + vz * vz);
}

template <typename Real>
__global__ void __launch_bounds__(threads)
    add(std::size_t n, const Real* __restrict__ vx, const Real* __restrict__ vy,
        const Real* __restrict__ vz, const Real* __restrict__ mass, Real* __restrict__ energy) {
  constexpr int size = Pack<Real>::size;
  const std::size_t i = (std::size_t(blockIdx.x) * threads + threadIdx.x) * size;
  if (i + size <= n) {
    const auto x = load(vx, i), y = load(vy, i), z = load(vz, i), m = load(mass, i);
    auto sum = load(energy, i);
    for (int e = 0; e < size; ++e) sum.at[e] += twice_energy(m.at[e], x.at[e], y.at[e], z.at[e]);
    *reinterpret_cast<Pack<Real>*>(energy + i) = sum;
  } else {
    for (std::size_t c = i; c < n; ++c) energy[c] += twice_energy(mass[c], vx[c], vy[c], vz[c]);
  }
}

}  // namespace

template <typename Real>
void Layout::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const auto n = std::size_t(cls.n);
  league::DeviceArray<Real> vx(n), vy(n), vz(n), mass(n), energy(n);
  vx.copy_from(data.vx.data());
  vy.copy_from(data.vy.data());
  vz.copy_from(data.vz.data());
  mass.copy_from(data.mass.data());
  energy.copy_from(data.energy.data());
  const std::size_t per_block = std::size_t(threads) * Pack<Real>::size;
  const auto blocks = unsigned((n + per_block - 1) / per_block);

  watch.start();
  for (int sweep = 0; sweep < cls.sweeps; ++sweep) {
    add<<<blocks, threads>>>(n, vx.data(), vy.data(), vz.data(), mass.data(), energy.data());
    league::demand_launched();
  }
  watch.stop();

  energy.copy_to(data.energy.data());
}

template void Layout::run(const Class&, Data<float>&, league::Stopwatch&);
template void Layout::run(const Class&, Data<double>&, league::Stopwatch&);
