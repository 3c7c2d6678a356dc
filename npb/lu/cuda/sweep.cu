// The vendor reference: all planes in one cooperative kernel.  A block goes ahead as soon as its
// neighbours have done the plane before; the grid never waits as a whole.

#include <algorithm>

#include "league/cuda.hpp"
#include "lu_parts.hpp"

namespace lu {
namespace {

constexpr int sweep_threads = 128;
constexpr int most_blocks = 1024;

/// Planes that each block has done, in all sweeps so far; and that all have, as the host knows.
__device__ long done[most_blocks];
long planes_done = 0;

/// What a point needs and the plane before does not change.
struct Ready {
  long c;
  bool inside;
  cfd::State<double> x, y, z, here;
  double w[5];
};

/// A column is a pair (k, j); on plane h it has at most one point.
template <int side>
__device__ inline Ready prepare(const Layout& layout, const double* __restrict__ u,
                                const double* __restrict__ ri, const double* rsd, int column,
                                int h) {
  const int m = layout.grid.n - 2;
  const cfd::Grid& grid = layout.grid;
  const int k = 1 + column / m;
  const int j = 1 + column % m;
  const int i = h - k - j;
  Ready ready;
  ready.inside = k <= m && i >= 1 && i <= m;
  if (!ready.inside) return ready;
  const long c = layout.at(i, j, k);
  ready.c = c;
  ready.x = state_at<double>(grid, u, ri, c + side * layout.x);
  ready.y = state_at<double>(grid, u, ri, c + side * layout.y);
  ready.z = state_at<double>(grid, u, ri, c + side * layout.z);
  ready.here = state_at<double>(grid, u, ri, c);
  for (int p = 0; p < 5; ++p) ready.w[p] = rsd[c + p * grid.points];
  return ready;
}

/// The new increment of a point; see sweep_at().
template <int side>
__device__ inline void finish(const Layout& layout, Ready& ready, double* rsd) {
  if (!ready.inside) return;
  double* own = rsd + ready.c;
  double sum[5] = {};
  add_neighbour<side, 2>(layout.grid, ready.z, own + side * layout.z, sum);
  add_neighbour<side, 1>(layout.grid, ready.y, own + side * layout.y, sum);
  add_neighbour<side, 0>(layout.grid, ready.x, own + side * layout.x, sum);
  relax<side>(layout.grid, ready.here, sum, ready.w);
  for (int p = 0; p < 5; ++p) own[p * layout.grid.points] = ready.w[p];
}

/// Waits until a block has done so many planes.
__device__ inline void wait_for(int block, long planes) {
  while (*static_cast<volatile long*>(done + block) < planes) {
  }
  __threadfence();
}

/// All planes in order, which the blocks with a point's neighbours have to have done before.
/// States are fetched before that, so that only increments are waited for.
template <int side>
__global__ void __launch_bounds__(sweep_threads)
    all_planes(Layout layout, long before, const double* __restrict__ u,
               const double* __restrict__ ri, double* rsd) {
  const int m = layout.grid.n - 2;
  const int threads = int(gridDim.x * blockDim.x);
  const int mine = int(blockIdx.x * blockDim.x + threadIdx.x);
  // The columns one and m before those of this block are in so many blocks before it; where blocks
  // have columns behind those of the last one, the last comes before the first.
  const int blocks = int(gridDim.x);
  const int near = int(blockIdx.x) + side * (1 + int(threadIdx.x));
  const bool waits = int(threadIdx.x) < min((m + sweep_threads - 1) / sweep_threads, blocks - 1) &&
                     (threads < m * m || (near >= 0 && near < blocks));
  for (int plane = 3; plane <= 3 * m; ++plane) {
    const int h = turn<side>(plane, 3, 3 * m);
    Ready ready = prepare<side>(layout, u, ri, rsd, mine, h);
    if (waits) wait_for((near + blocks) % blocks, before + plane - 3);
    __syncthreads();
    finish<side>(layout, ready, rsd);
    for (int column = mine + threads; column < m * m; column += threads) {
      Ready further = prepare<side>(layout, u, ri, rsd, column, h);
      finish<side>(layout, further, rsd);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      *static_cast<volatile long*>(done + blockIdx.x) = before + plane - 2;
    }
  }
}

/// Blocks of a sweep: a thread for every column, as far as the device runs them at the same time.
template <int side>
int sweep_blocks(int m) {
  int device = 0;
  int multiprocessors = 0;
  int resident = 0;
  league::demand(cudaGetDevice(&device), "device");
  league::demand(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
                 "multiprocessors");
  league::demand(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, all_planes<side>, sweep_threads, 0),
      "occupancy");
  return std::min(
      {(m * m + sweep_threads - 1) / sweep_threads, resident * multiprocessors, most_blocks});
}

}  // namespace

template <int side>
void sweep(const Layout& layout, const Fields& fields) {
  static int points = 0;
  static int blocks = 0;
  if (points != layout.grid.n) {
    points = layout.grid.n;
    blocks = sweep_blocks<side>(points - 2);
  }
  Layout where = layout;
  const double* u = fields.u;
  const double* ri = fields.ri;
  double* rsd = fields.rsd;
  void* arguments[] = {&where, &planes_done, &u, &ri, &rsd};
  league::demand(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&all_planes<side>),
                                             dim3(unsigned(blocks)), dim3(sweep_threads), arguments,
                                             0, nullptr),
                 "cooperative launch");
  planes_done += 3 * (points - 2) - 2;
}

template void sweep<lower>(const Layout&, const Fields&);
template void sweep<upper>(const Layout&, const Fields&);

}  // namespace lu
