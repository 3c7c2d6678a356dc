// Lines on a GPU: six threads for each, with a column of C' each or the right-hand side.
#pragma once

#include "bt_body.hpp"
#include "fields.cuh"

namespace bt {

constexpr int roles = 6;  // of a thread: column 0 ... 4 of the blocks, or 5, the right-hand side

using State = cfd::State<double>;

template <int axis, bool centre, int c>
__device__ void column_of(const cfd::Grid& grid, const State& s, double (&column)[5]) {
  double block[25];
  if constexpr (centre)
    cfd::centre<axis>(grid, s, block);
  else
    cfd::upper<axis>(grid, s, block);
  for (int m = 0; m < 5; ++m) column[m] = block[5 * m + c];  // the compiler drops the rest
}

/// Column `role` of the centre or the upper block; a warp has one role, or two.
template <int axis, bool centre>
__device__ void column_of(const cfd::Grid& grid, const State& s, int role, double (&column)[5]) {
  switch (role) {
    case 0:
      return column_of<axis, centre, 0>(grid, s, column);
    case 1:
      return column_of<axis, centre, 1>(grid, s, column);
    case 2:
      return column_of<axis, centre, 2>(grid, s, column);
    case 3:
      return column_of<axis, centre, 3>(grid, s, column);
    default:
      return column_of<axis, centre, 4>(grid, s, column);
  }
}

/// What is kept of a point between rows; the rest of its state takes eight operations.
struct Point {
  double u[5];
  double ri;

  __device__ Point(const Line& line, int p) : ri(line.ri[p * line.step]) {
    for (int m = 0; m < 5; ++m) u[m] = line.u[p * line.step + m * line.components];
  }
  __device__ State state() const { return cfd::state<double>(1, u, ri); }
};

// Every thread keeps its column of C', or r, of the row before; multiplies it with the lower block;
// puts its column of B where all can read it; factorises B, as all others do; and solves for its
// column of C', or r, of this row.  Barriers: one a row, since there are two places for B.
template <int axis>
__device__ void forward(const cfd::Grid& grid, const Line& line, bool has_line, int lane, int role,
                        double (&shared)[2][25][lines]) {
  const double dt1 = grid.dt * grid.t1;
  const double dt2 = grid.dt * grid.t2;
  double x[5] = {};
  double ahead[5];  // right-hand side of the next row, under way meanwhile
  if (role == 5)
    for (int m = 0; m < 5; ++m) ahead[m] = line.rhs[line.step + m * line.components];
  Point below(line, 0);
  Point here(line, 1);
  for (int p = 1; p < grid.n - 1; ++p) {
    const Point above(line, p + 1);
    double y[5];
    if (role < 5) {
      column_of<axis, true>(grid, here.state(), role, y);
    } else {
      for (int m = 0; m < 5; ++m) {
        y[m] = ahead[m];
        ahead[m] = line.rhs[(p + 1) * line.step + m * line.components];
      }
    }
    for (int m = 0; m < 5; ++m) y[m] += m == role ? 1.0 : 0.0;
    cfd::add_product<axis>(below.state(), dt2, dt1, dt1 * cfd::diffusion<axis>, x,
                           y);  // less lower times x

    double (&place)[25][lines] = shared[p % 2];
    if (role < 5)
      for (int m = 0; m < 5; ++m) place[5 * m + role][lane] = y[m];
    __syncthreads();
    double b[25];
    for (int e = 0; e < 25; ++e) b[e] = place[e][lane];
    cfd::factorise(b);
    if (role < 5) column_of<axis, false>(grid, above.state(), role, y);
    cfd::substitute(b, y);
    for (int m = 0; m < 5; ++m) x[m] = y[m];
    if (role < 5)
      for (int m = 0; m < 5; ++m)
        line.blocks[p * line.block_step + (5 * m + role) * line.entries] = x[m];
    else if (has_line)
      for (int m = 0; m < 5; ++m) line.rhs[p * line.step + m * line.components] = x[m];
    below = here;
    here = above;
  }
}

// A thread has a component of the solution; the five before it come from shared memory.  What a row
// needs is loaded `depth` rows ahead.
__device__ inline void backward(const cfd::Grid& grid, const Line& line, bool has_line, int lane,
                                int role, double (&shared)[2][25][lines]) {
  constexpr int depth = 4;
  const bool busy = role < 5;
  const int first = grid.n - 3;
  double c[depth][5];
  double r[depth];
  const auto fetch = [&](int p, double (&entries)[5], double& value) {
    if (!busy || p < 1) return;
    for (int m = 0; m < 5; ++m)
      entries[m] = line.blocks[p * line.block_step + (5 * role + m) * line.entries];
    value = line.rhs[p * line.step + role * line.components];
  };
  #pragma unroll
  for (int q = 0; q < depth; ++q) fetch(first - q, c[q], r[q]);
  if (busy)
    shared[(first + 1) % 2][role][lane] =
        line.rhs[(first + 1) * line.step + role * line.components];
  __syncthreads();
  for (int top = first; top > 0; top -= depth) {
    #pragma unroll
    for (int q = 0; q < depth; ++q) {
      const int p = top - q;
      if (p < 1) break;  // the same for all threads
      if (busy) {
        double value = r[q];
        for (int m = 0; m < 5; ++m) value -= c[q][m] * shared[(p + 1) % 2][m][lane];
        shared[p % 2][role][lane] = value;
        if (has_line) line.rhs[p * line.step + role * line.components] = value;
        fetch(p - depth, c[q], r[q]);
      }
      __syncthreads();
    }
  }
}

}  // namespace bt
