// The vendor reference: a block has 32 neighbouring lines and one warp for each of their three
// matrices; all its warps bring points in and out through shared memory, along x in either case.

#include "league/cuda.hpp"
#include "rows.cuh"
#include "sp_body.hpp"
#include "sp_parts.hpp"

using sp::depth;
using sp::lanes;

namespace {

constexpr int threads = 128;  // three warps solve, all four load and store

/// Which point of the tile a thread moves in its turn: neighbours in a warp are neighbours along x.
template <int axis>
__device__ int2 point_of_turn(int turn) {
  return axis == 0 ? make_int2(turn / depth, turn % depth) : make_int2(turn % lanes, turn / lanes);
}

template <int axis>
__global__ void __launch_bounds__(threads)
    solve_kernel(cfd::Grid grid, double* __restrict__ u, double* __restrict__ ri,
                 double* __restrict__ rhs, double* __restrict__ scratch) {
  __shared__ sp::Tile tile;
  const int n = grid.n;
  const long step = grid.stride<axis>();
  const long side = grid.stride<(axis == 0 ? 1 : 0)>();  // to the next line
  const long slab = grid.stride<(axis == 2 ? 1 : 2)>();  // to the next n lines
  const long lines = long(n) * n;
  const int l0 = 1 + int(blockIdx.x) * lanes;
  const int s = 1 + int(blockIdx.y);
  const int lane = int(threadIdx.x) % lanes;
  const int warp = int(threadIdx.x) / lanes;
  const bool solves = warp < 3 && l0 + lane < n - 1;
  double* const rows = scratch + long(s) * n + l0 + lane;

  sp::Chain chain(warp);
  for (int begin = 0; begin < n; begin += depth) {
    for (int turn = int(threadIdx.x); turn < lanes * depth; turn += threads) {
      const int2 at = point_of_turn<axis>(turn);
      const int p = begin + at.y;
      if (l0 + at.x >= n - 1 || p >= n) continue;
      const long c = s * slab + (l0 + at.x) * side + p * step;
      const auto w = sp::wave<axis>(grid, sp::load_five<double>(u + c, grid.points), ri[c]);
      sp::store_wave(&tile.at[0][at.y][at.x], long(depth) * (lanes + 1), w);
      sp::store_five(&tile.at[3][at.y][at.x], long(depth) * (lanes + 1),
                     sp::load_five<double>(rhs + c, grid.points));
    }
    __syncthreads();
    const int end = min(begin + depth, n);
    if (solves) {
      for (int p = begin; p < end; ++p) chain.advance(grid, p, tile, p - begin, lane, rows, lines);
    }
    __syncthreads();
  }

  chain.turn_round();
  for (int begin = (n - 1) / depth * depth; begin >= 0; begin -= depth) {
    const int first = max(begin, 1);
    const int end = min(begin + depth, n - 1);
    if (solves) {
      for (int p = end - 1; p >= first; --p)
        chain.substitute(grid, p, tile, p - begin, lane, rows, lines);
    }
    __syncthreads();
    for (int turn = int(threadIdx.x); turn < lanes * depth; turn += threads) {
      const int2 at = point_of_turn<axis>(turn);
      const int p = begin + at.y;
      if (l0 + at.x >= n - 1 || p < first || p >= end) continue;
      const long c = s * slab + (l0 + at.x) * side + p * step;
      const auto r = sp::load_five<double>(&tile.at[3][at.y][at.x], long(depth) * (lanes + 1));
      sp::finish<axis>(grid, c, r, u, ri, rhs);
    }
    __syncthreads();
  }
}

}  // namespace

template <int axis>
void sp::solve(cfd::Grid grid, Fields f) {
  const int inner = grid.n - 2;
  const dim3 blocks((inner + lanes - 1) / lanes, inner);
  solve_kernel<axis><<<blocks, threads>>>(grid, f.u, f.ri, f.rhs, f.lines);
  league::demand_launched();
}

template void sp::solve<0>(cfd::Grid, Fields);
template void sp::solve<1>(cfd::Grid, Fields);
template void sp::solve<2>(cfd::Grid, Fields);
