// The vendor reference: structures are copied with the addresses their arrays have on the device.

#include <cstddef>

#include "league/cuda.hpp"
#include "mapper.hpp"

namespace {

constexpr int threads = 256;
constexpr int per_thread = 4;  // cells of an average block: enough loads under way, no idle warps

/// One structure per block of the grid in x; y cuts it into parts.  Cells begin anywhere, so loads
/// wider than one cell would not be aligned.
template <typename Real>
__global__ void __launch_bounds__(threads) update(const Mapper::Block<Real>* blocks) {
  const Mapper::Block<Real> s = blocks[blockIdx.x];
  const Real* __restrict__ x = s.x;
  Real* __restrict__ y = s.y;
  for (int i = blockIdx.y * threads + threadIdx.x; i < s.cells; i += gridDim.y * threads)
    y[i] += s.weight * x[i];
}

}  // namespace

template <typename Real>
void Mapper::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const auto all = data.y.size();
  league::DeviceArray<Real> x(all);
  league::DeviceArray<Real> y(all);
  x.copy_from(data.x.data());
  y.copy_from(data.y.data());
  league::vector<Block<Real>> moved = data.blocks;
  for (Block<Real>& s : moved) {
    s.x = x.data() + (s.x - data.x.data());
    s.y = y.data() + (s.y - data.y.data());
  }
  league::DeviceArray<Block<Real>> blocks(moved.size());
  blocks.copy_from(moved.data());
  const dim3 grid(cls.blocks, (cls.cells + threads * per_thread - 1) / (threads * per_thread));

  watch.start();
  for (int step = 0; step < cls.steps; ++step) {
    update<<<grid, threads>>>(blocks.data());
    league::demand_launched();
  }
  watch.stop();

  y.copy_to(data.y.data());
}

template void Mapper::run(const Class&, Data<float>&, league::Stopwatch&);
template void Mapper::run(const Class&, Data<double>&, league::Stopwatch&);
