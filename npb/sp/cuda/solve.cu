// The vendor reference: a block has 40 neighbouring lines and a thread for each of their three
// matrices; all its threads bring points in and out through shared memory, along x in either case.

#include "league/cuda.hpp"
#include "rows.cuh"
#include "sp_body.hpp"
#include "sp_parts.hpp"

using sp::depth;
using sp::lanes;

namespace {

constexpr int threads = 128;  // 120 solve, all load and store

/// Which point of the tile a thread moves in its turn: neighbours in a warp are neighbours along x.
template <int axis>
__device__ int2 point_of_turn(int turn) {
  return axis == 0 ? make_int2(turn / depth, turn % depth) : make_int2(turn % lanes, turn / lanes);
}

template <int axis>
__global__ void __launch_bounds__(threads, 5)
    solve_kernel(cfd::Grid grid, double* __restrict__ u, double* __restrict__ ri,
                 double* __restrict__ rhs, double* __restrict__ scratch) {
  __shared__ sp::Tile tile;
  __shared__ long starts[lanes];
  const int n = grid.n;
  const long step = grid.stride<axis>();
  const long side = grid.stride<(axis == 0 ? 1 : 0)>();  // to the next line
  const long slab = grid.stride<(axis == 2 ? 1 : 2)>();  // to the next slab of lines
  const int inner = n - 2;
  const int lines = inner * inner;
  const int first = int(blockIdx.x) * lanes;
  const int here = min(lanes, lines - first);
  const int lane = int(threadIdx.x) % lanes;
  const int matrix = int(threadIdx.x) / lanes;
  const int line = first + lane;
  const bool solves = matrix < 3 && lane < here;
  double* const rows = scratch + line;
  if (matrix == 0) starts[lane] = (1 + line / inner) * slab + (1 + line % inner) * side;
  __syncthreads();

  sp::Chain chain(matrix);
  for (int begin = 0; begin < n; begin += depth) {
    for (int turn = int(threadIdx.x); turn < lanes * depth; turn += threads) {
      const int2 at = point_of_turn<axis>(turn);
      const int p = begin + at.y;
      if (at.x >= here || p >= n) continue;
      const long c = starts[at.x] + p * step;
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
    const int low = max(begin, 1);
    const int end = min(begin + depth, n - 1);
    if (solves) {
      for (int p = end - 1; p >= low; --p)
        chain.substitute(grid, p, tile, p - begin, lane, rows, lines);
    }
    __syncthreads();
    for (int turn = int(threadIdx.x); turn < lanes * depth; turn += threads) {
      const int2 at = point_of_turn<axis>(turn);
      const int p = begin + at.y;
      if (at.x >= here || p < low || p >= end) continue;
      const long c = starts[at.x] + p * step;
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
  const int blocks = (inner * inner + lanes - 1) / lanes;
  solve_kernel<axis><<<blocks, threads>>>(grid, f.u, f.ri, f.rhs, f.lines);
  league::demand_launched();
}

template void sp::solve<0>(cfd::Grid, Fields);
template void sp::solve<1>(cfd::Grid, Fields);
template void sp::solve<2>(cfd::Grid, Fields);
