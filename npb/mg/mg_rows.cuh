// The CUDA kernels of MG: the two fused passes over a tile of columns, and the smallest grids.
//
// Blocks of a pass walk up a tile, plane by plane.  A plane's values are put into shared memory,
// every thread takes the sums around its point from there, and keeps those of three planes in
// registers.
#pragma once

#include "league/cuda.hpp"
#include "mg_body.hpp"
#include "mg_body_planes.hpp"

namespace mg {

// A block has a thread for every column of its tile and for two more on each side, which compute
// again what the neighbouring blocks need, too: 66 % of the threads write results.
constexpr int width = 32;
constexpr int height = 16;
constexpr int tile_x = width - 4;
constexpr int tile_y = height - 4;
constexpr int small_level = 3;  // of the largest grid that is one block's work

/// The values of one plane of a block.
struct Shared {
  double at[height][width];

  // The sums around this thread's point, which must not be on the border of the block.
  __device__ Plane around() const {
    const int x = int(threadIdx.x);
    const int y = int(threadIdx.y);
    return {at[y][x], at[y][x - 1] + at[y][x + 1] + at[y - 1][x] + at[y + 1][x],
            at[y - 1][x - 1] + at[y - 1][x + 1] + at[y + 1][x - 1] + at[y + 1][x + 1]};
  }
  __device__ void put(double value) { at[threadIdx.y][threadIdx.x] = value; }
};

/// Whether this thread is at least `border` columns away from the edge of its block.
__device__ bool inside(int border) {
  const int x = int(threadIdx.x);
  const int y = int(threadIdx.y);
  return x >= border && x < width - border && y >= border && y < height - border;
}

/// A queue of the sums of three planes.
struct Queue {
  Plane below{}, here{}, above{};

  __device__ void push(const Plane& plane) {
    below = here;
    here = above;
    above = plane;
  }
};

/// w = u + P coarse, out = w + C (v - A w); without u: u = 0.  `depth` planes a block, an even
/// number.
__global__ void __launch_bounds__(width* height, 2)
    up(int n, int depth, Smoother c, const double* __restrict__ coarse,
       const double* __restrict__ u, const double* __restrict__ v, double* __restrict__ out) {
  __shared__ Shared w_plane;
  __shared__ Shared r_plane;
  const int x = int(blockIdx.x) * tile_x + int(threadIdx.x) - 2;
  const int y = int(blockIdx.y) * tile_y + int(threadIdx.y) - 2;
  const int begin = int(blockIdx.z) * depth;
  const int i = x & (n - 1);
  const bool writes = inside(2) && x < n && y < n;
  const int half = n / 2;
  // The mean of the coarse points around this column in coarse plane k.
  const int i0 = ((i - 1) >> 1) & (half - 1);
  const int i1 = i >> 1;
  const int j0 = (y - 1) >> 1;
  const int j1 = y >> 1;
  const auto coarse_mean = [&](int k) {
    const double* south = coarse + row_of(half, k, j0);
    const double* north = coarse + row_of(half, k, j1);
    return 0.25 * ((south[i0] + south[i1]) + (north[i0] + north[i1]));
  };

  Queue w;
  Queue r;
  double mean = coarse_mean(begin / 2 - 2);
  const int end = begin + depth + 2;
  double coming = u == nullptr ? 0 : u[row_of(n, begin - 2, y) + i];  // of the next plane of u
  for (int ahead = begin - 2; ahead < end; ++ahead) {
    double value = coming;
    if (u != nullptr && ahead + 1 < end) coming = u[row_of(n, ahead + 1, y) + i];
    const double at = ahead < begin || !inside(1) ? 0 : v[row_of(n, ahead - 1, y) + i];
    if (ahead % 2 == 0) {  // between two coarse planes
      const double next = coarse_mean(ahead / 2);
      value += 0.5 * (mean + next);
      mean = next;
    } else {
      value += mean;
    }
    w_plane.put(value);
    __syncthreads();
    if (inside(1)) {
      w.push(w_plane.around());
      r_plane.put(at - operator_at(w.below, w.here, w.above));
    }
    __syncthreads();
    if (!writes) continue;
    r.push(r_plane.around());
    if (ahead >= begin + 2)
      out[row_of(n, ahead - 2, y) + i] = w.below.centre + smoothed_at(c, r.below, r.here, r.above);
  }
}

/// r = v - A u, coarse = R r if there is a coarse, *sum += the sum of r^2 if there is a sum.
__global__ void __launch_bounds__(width* height, 2)
    down(int n, int depth, const double* __restrict__ u, const double* __restrict__ v,
         double* __restrict__ coarse, double* sum) {
  __shared__ Shared u_plane;
  __shared__ Shared r_plane;
  const int x = int(blockIdx.x) * tile_x + int(threadIdx.x) - 1;
  const int y = int(blockIdx.y) * tile_y + int(threadIdx.y) - 1;
  const int begin = int(blockIdx.z) * depth;
  const int i = x & (n - 1);
  const bool counts =
      inside(1) && int(threadIdx.x) <= tile_x && int(threadIdx.y) <= tile_y && x < n && y < n;
  const bool writes = coarse != nullptr && inside(2) && x % 2 == 1 && y % 2 == 1 && x < n && y < n;

  Queue w;
  double part = 0;
  double before = 0;  // what the planes below contribute to the next coarse point
  double centre = 0;
  const int last = begin + depth + 1;
  double coming = u[row_of(n, begin - 1, y) + i];  // of the next plane of u
  for (int ahead = begin - 1; ahead <= last; ++ahead) {
    u_plane.put(coming);
    if (ahead < last) coming = u[row_of(n, ahead + 1, y) + i];
    const double at = ahead > begin && inside(1) ? v[row_of(n, ahead - 1, y) + i] : 0;
    __syncthreads();
    if (inside(1)) {
      w.push(u_plane.around());
      if (ahead > begin) {
        const double r = at - operator_at(w.below, w.here, w.above);
        r_plane.put(r);
        if (counts && ahead <= begin + depth) part += r * r;
      }
    }
    __syncthreads();
    if (!writes || ahead <= begin) continue;
    const double share = restricted_plane(r_plane.around());
    if (ahead % 2 == 0) {
      centre = share;  // an odd plane, that of coarse points
    } else {
      if (ahead > begin + 1)
        coarse[row_of(n / 2, ahead / 2 - 1, y / 2) + x / 2] = centre + 0.5 * (before + share);
      before = share;
    }
  }
  if (sum == nullptr) return;
  part = league::warp_reduce(part);
  if (threadIdx.x == 0) atomicAdd(sum, part);
}

/// coarse = R r, where r is on `level`; a thread for every coarse point.
__global__ void restrict_from(int level, const double* __restrict__ r,
                              double* __restrict__ coarse) {
  const int point = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (point < 1 << 3 * (level - 1)) coarse[point] = restricted_point(level, r, point);
}

/// The whole cycle of the grids up to small_level, by one block.
__global__ void __launch_bounds__(1024)
    small_cycle(Smoother c, double* coarse_u, double* coarse_r) {
  const auto self = int(threadIdx.x);
  const auto step = int(blockDim.x);
  for (int level = small_level; level >= 2; --level) {
    const double* r = coarse_r + offset(level);
    double* coarse = coarse_r + offset(level - 1);
    for (int point = self; point < 1 << 3 * (level - 1); point += step)
      coarse[point] = restricted_point(level, r, point);
    __syncthreads();
  }
  for (int level = 1; level <= small_level; ++level) {
    const int points = 1 << 3 * level;
    double* u = coarse_u + offset(level);
    double* r = coarse_r + offset(level);
    const double* coarse = coarse_u + offset(level - 1);
    for (int point = self; point < points; point += step)
      u[point] = level == 1 ? 0 : interpolated_point(level, coarse, point);
    __syncthreads();
    for (int point = self; level > 1 && point < points; point += step)
      r[point] = residual_point(level, u, r, point);
    __syncthreads();
    for (int point = self; point < points; point += step)
      u[point] += smoothed_point(level, c, r, point);
    __syncthreads();
  }
}

}  // namespace mg
