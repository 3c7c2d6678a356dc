// What a step of the CUDA variant does: the choice of a pivot by one block, and the subtraction of
// its row from those that are left.
#pragma once

#include <cstddef>

#include "league/cuda.hpp"

namespace gauss {

constexpr int lanes = 32;
constexpr int warps = 8;
constexpr int threads = lanes * warps;
constexpr int rows = 4;  // of a warp: their loads are all under way at once

/// As many neighbouring elements as one load instruction moves.
template <typename Real>
struct alignas(16) Pack {
  static constexpr int size = 16 / sizeof(Real);
  Real at[size];
};

/// A row and how large its element in the column is.
template <typename Real>
struct Candidate {
  Real size;
  int row;
};

/// What league::warp_reduce() moves: the two numbers, without the padding behind them.
template <typename Real>
__device__ Candidate<Real> shuffle_down(const Candidate<Real>& one, int distance, int width) {
  return {league::shuffle_down(one.size, distance, width),
          league::shuffle_down(one.row, distance, width)};
}

/// Rows that have not been chosen before a step, in their order, and their elements in its column.
template <typename Real>
struct Left {
  Real* column;
  int* order;
};

/// Of each step the place of the pivot among those left, and the row it is in.
struct Chosen {
  int* place;
  int* row;
};

// Finds the pivot of step k among left.column[k ... n - 1] and puts it first.  All threads of a
// block call it.  Other blocks may have written what it reads.
template <typename Real>
__device__ void choose(int n, int k, const Left<Real>& left, const Chosen& chosen) {
  const int thread = int(threadIdx.y * blockDim.x + threadIdx.x);
  Candidate<Real> best{-1, k};
  for (int i = k + thread; i < n; i += threads) {
    const Real size = abs(__ldcg(left.column + i));
    if (size > best.size) best = {size, i};
  }
  const int place = league::block_reduce<threads>(best, [](const auto& a, const auto& b) {
                      return b.size > a.size ? b : a;
                    }).row;
  if (thread > 0) return;
  chosen.place[k] = place;
  chosen.row[k] = __ldcg(left.order + place);
  left.order[place] = __ldcg(left.order + k);
  const Real value = __ldcg(left.column + k);
  left.column[k] = __ldcg(left.column + place);
  left.column[place] = value;
}

// Subtracts from the rows behind k, and leaves what is then in column k + 1 in `next`.  Columns
// before it that share its pack change too, but nobody reads them again.
template <typename Real>
__device__ void subtract(int n, int pitch, int k, int first, Real* __restrict__ a,
                         const Left<Real>& left, const Left<Real>& next, const int* chosen_row) {
  constexpr int size = Pack<Real>::size;
  const int j = first + (int(blockIdx.x) * lanes + int(threadIdx.x)) * size;
  const int top = k + 1 + (int(blockIdx.y) * warps + int(threadIdx.y)) * rows;
  if (j + size <= k + 1 || j > n) return;
  const auto upper =
      *reinterpret_cast<const Pack<Real>*>(a + std::size_t(chosen_row[k]) * pitch + j);
  int of[rows];
  Pack<Real>* place[rows];
  Pack<Real> row[rows];
  // What is behind the last row is left alone: the last one may be another warp's, which writes it.
  for (int r = 0; r < rows; ++r) {
    if (top + r >= n) break;
    of[r] = left.order[top + r];
    place[r] = reinterpret_cast<Pack<Real>*>(a + std::size_t(of[r]) * pitch + j);
    row[r] = *place[r];
  }
  for (int r = 0; r < rows && top + r < n; ++r) {
    const Real factor = left.column[top + r] / left.column[k];
    for (int e = 0; e < size; ++e) {
      row[r].at[e] -= factor * upper.at[e];
      if (j + e != k + 1) continue;
      next.column[top + r] = row[r].at[e];
      next.order[top + r] = of[r];
    }
    *place[r] = row[r];
  }
}

}  // namespace gauss
