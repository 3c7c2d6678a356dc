// The sweeps of the CUDA variant: one cooperative kernel for all planes.
#pragma once

#include <cooperative_groups.h>

#include <algorithm>

#include "../lu_parts.hpp"
#include "league/cuda.hpp"

namespace lu {

constexpr int sweep_threads = 128;

/// What a point needs and the plane before does not change.
struct Ready {
  long c;
  bool inside;
  cfd::State<double> x, y, z, here;
  double w[5];
};

/// A column is a pair (k, j); on plane h it has at most one point.
template <int direction>
__device__ inline Ready prepare(const Layout& layout, const double* __restrict__ u,
                                const double* __restrict__ ri, const double* rsd, int column,
                                int h) {
  const int m = layout.grid.n - 2;
  const long points = layout.grid.points;
  const int k = 1 + column / m;
  const int j = 1 + column % m;
  const int i = h - k - j;
  Ready ready;
  ready.inside = k <= m && i >= 1 && i <= m;
  if (!ready.inside) return ready;
  const long c = layout.at(i, j, k);
  const long x = c + direction * layout.x;
  const long y = c + direction * layout.y;
  const long z = c + direction * layout.z;
  ready.c = c;
  ready.x = cfd::state<double>(points, u + x, ri[x]);
  ready.y = cfd::state<double>(points, u + y, ri[y]);
  ready.z = cfd::state<double>(points, u + z, ri[z]);
  ready.here = cfd::state<double>(points, u + c, ri[c]);
  for (int p = 0; p < 5; ++p) ready.w[p] = rsd[c + p * points];
  return ready;
}

/// Adds the block of one neighbour, whose increment the plane before has made.
template <int axis, int direction>
__device__ inline void add_ready(const Layout& layout, const cfd::State<double>& s,
                                 const double* rsd, long c, double (&sum)[5]) {
  const cfd::Grid& grid = layout.grid;
  double w[5];
  for (int p = 0; p < 5; ++p) w[p] = rsd[c + direction * layout.step<axis>() + p * grid.points];
  const double b = -grid.dt * grid.t1;
  add_block<axis>(s, direction * (grid.dt * grid.t2), b, b * cfd::diffusion<axis>, w, sum);
}

/// The new increment of a point; see lower_at() and upper_at().
template <int direction>
__device__ inline void finish(const Layout& layout, Ready& ready, double* rsd) {
  if (!ready.inside) return;
  double sum[5] = {};
  add_ready<2, direction>(layout, ready.z, rsd, ready.c, sum);
  add_ready<1, direction>(layout, ready.y, rsd, ready.c, sum);
  add_ready<0, direction>(layout, ready.x, rsd, ready.c, sum);
  if constexpr (direction < 0) {
    for (int p = 0; p < 5; ++p) sum[p] = ready.w[p] - omega * sum[p];
    solve_centre(layout.grid, ready.here, sum);
  } else {
    for (int p = 0; p < 5; ++p) sum[p] *= omega;
    solve_centre(layout.grid, ready.here, sum);
    for (int p = 0; p < 5; ++p) sum[p] = ready.w[p] - sum[p];
  }
  for (int p = 0; p < 5; ++p) rsd[ready.c + p * layout.grid.points] = sum[p];
}

/// All planes in order; the grid meets between two of them.  States are fetched before the meeting,
/// so that only increments are waited for after it.
template <int direction>
__global__ void __launch_bounds__(sweep_threads)
    sweep(Layout layout, const double* __restrict__ u, const double* __restrict__ ri, double* rsd) {
  const auto grid = cooperative_groups::this_grid();
  const int m = layout.grid.n - 2;
  const int threads = int(gridDim.x * blockDim.x);
  const int mine = int(blockIdx.x * blockDim.x + threadIdx.x);
  for (int plane = 3; plane <= 3 * m; ++plane) {
    const int h = direction < 0 ? plane : 3 * m + 3 - plane;
    Ready ready = prepare<direction>(layout, u, ri, rsd, mine, h);
    grid.sync();
    finish<direction>(layout, ready, rsd);
    for (int column = mine + threads; column < m * m; column += threads) {
      Ready further = prepare<direction>(layout, u, ri, rsd, column, h);
      finish<direction>(layout, further, rsd);
    }
  }
}

/// Blocks of a sweep: a thread for every column, as far as the device runs them at the same time.
template <int direction>
int sweep_blocks(int m) {
  int device = 0;
  int multiprocessors = 0;
  int resident = 0;
  league::demand(cudaGetDevice(&device), "device");
  league::demand(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
                 "multiprocessors");
  league::demand(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, sweep<direction>, sweep_threads, 0),
      "occupancy");
  return std::min((m * m + sweep_threads - 1) / sweep_threads, resident * multiprocessors);
}

/// Starts a sweep; direction -1 looks at lower neighbours, 1 at upper ones.
template <int direction>
void start_sweep(const Layout& layout, const Fields& fields) {
  static int points = 0;
  static int blocks = 0;
  if (points != layout.grid.n) {
    points = layout.grid.n;
    blocks = sweep_blocks<direction>(points - 2);
  }
  Layout where = layout;
  const double* u = fields.u;
  const double* ri = fields.ri;
  double* rsd = fields.rsd;
  void* arguments[] = {&where, &u, &ri, &rsd};
  league::demand(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&sweep<direction>),
                                             dim3(unsigned(blocks)), dim3(sweep_threads), arguments,
                                             0, nullptr),
                 "cooperative launch");
}

}  // namespace lu
