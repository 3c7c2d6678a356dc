// The vendor reference: each way through a grid is one kernel, whose blocks walk up a tile of
// columns with planes in registers and their neighbours in shared memory; the smallest grids are
// one block.  What happens below the finest grid is many short kernels: recorded once, launched as
// one.

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "../recording.cuh"
#include "league/cuda.hpp"
#include "mg.hpp"
#include "mg_body.hpp"
#include "mg_rows.cuh"
#include "mg_steps.hpp"

namespace {

const dim3 threads(mg::width, mg::height);

// Eight blocks on top of each other: a block computes four planes for nothing.
int depth_of(int n) { return std::max(4, n / 8); }

dim3 blocks_of(int n) {
  return {unsigned((n + mg::tile_x - 1) / mg::tile_x), unsigned((n + mg::tile_y - 1) / mg::tile_y),
          unsigned(n / depth_of(n))};
}

void down(const mg::Grids& g, double* coarse, double* sum) {
  const int n = 1 << g.levels;
  mg::down<<<blocks_of(n), threads>>>(n, depth_of(n), g.u, g.v, coarse, sum);
  league::demand_launched();
}

void up(const mg::Grids& g, int level, cudaStream_t stream = nullptr) {
  const int n = 1 << level;
  const bool finest = level == g.levels;
  mg::up<<<blocks_of(n), threads, 0, stream>>>(
      n, depth_of(n), mg::smoother(g.letter), g.u_of(level - 1), finest ? g.u : nullptr,
      finest ? g.v : g.r_of(level), finest ? g.r : g.u_of(level));
  league::demand_launched();
}

// Touches no finest grid, so that it stays the same when u and r change places.
void record_coarse_cycle(const mg::Grids& g, npb::Recording& recording) {
  const cudaStream_t stream = recording.stream();
  recording.begin();
  for (int level = g.levels - 1; level > mg::small_level; --level) {
    const int points = 1 << 3 * (level - 1);
    mg::restrict_from<<<(points + 255) / 256, 256, 0, stream>>>(level, g.r_of(level),
                                                                g.r_of(level - 1));
    league::demand_launched();
  }
  mg::small_cycle<<<1, 1024, 0, stream>>>(mg::smoother(g.letter), g.coarse_u, g.coarse_r);
  league::demand_launched();
  for (int level = mg::small_level + 1; level < g.levels; ++level) up(g, level, stream);
  recording.end();
}

// The timed program; returns the two norms.  u and r have changed places if niter is odd.
mg::Norms solve(mg::Grids g, npb::Recording& coarse_cycle, double* sums, int niter,
                league::Stopwatch& watch) {
  for (int iteration = 0; iteration < niter; ++iteration) {
    down(g, g.r_of(g.levels - 1), iteration == 0 ? sums : nullptr);
    watch.lap("down");
    coarse_cycle.replay();
    watch.lap("coarse");
    up(g, g.levels);
    watch.lap("up");
    std::swap(g.u, g.r);
  }
  down(g, nullptr, sums + 1);
  std::array<double, 2> host{};
  league::demand(cudaMemcpy(host.data(), sums, sizeof host, cudaMemcpyDeviceToHost), "norms");
  watch.lap("down");
  const auto points = double(1L << 3 * g.levels);
  return {std::sqrt(host[niter == 0 ? 1 : 0] / points), std::sqrt(host[1] / points)};
}

void clear(const league::DeviceArray<double>& array, std::size_t size) {
  league::demand(cudaMemset(array.data(), 0, size * sizeof(double)), "clearing");
}

}  // namespace

template <typename Real>
void Mg::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const std::size_t points = data.u.size();
  league::DeviceArray<double> v(points);
  league::DeviceArray<double> u(points);
  league::DeviceArray<double> next(points);
  league::DeviceArray<double> coarse_u(data.coarse_u.size());
  league::DeviceArray<double> coarse_r(data.coarse_r.size());
  league::DeviceArray<double> sums(2);
  v.copy_from(data.v.data());
  const mg::Grids grids{cls.levels,  cls.letter,      v.data(),       u.data(),
                        next.data(), coarse_u.data(), coarse_r.data()};
  clear(u, points);
  clear(sums, 2);
  npb::Recording coarse_cycle;
  record_coarse_cycle(grids, coarse_cycle);
  league::Stopwatch nobody;  // one cycle to warm up, untimed
  solve(grids, coarse_cycle, sums.data(), 1, nobody);
  clear(u, points);
  clear(sums, 2);

  watch.start();
  const mg::Norms norms = solve(grids, coarse_cycle, sums.data(), cls.niter, watch);
  watch.stop();

  (cls.niter % 2 == 1 ? next : u).copy_to(data.u.data());
  data.first_norm = norms.first;
  data.last_norm = norms.last;
}

template void Mg::run(const Class&, Data<double>&, league::Stopwatch&);
