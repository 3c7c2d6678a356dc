// A sweep as both CUDA variants launch it: threads march down neighbouring columns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

#include "jacobi-convergence.hpp"
#include "league/cuda.hpp"

namespace jacobi {

constexpr int threads = 128;  // of a block, side by side
constexpr int rows = 8;       // of a thread

struct Larger {
  template <typename Real>
  __device__ Real operator()(Real a, Real b) const {
    return a < b ? b : a;
  }
};

/// For values that are not negative: their bits are ordered as they are.
template <typename Real>
__device__ void atomic_max(Real* most, Real value) {
  using Bits = std::conditional_t<sizeof(Real) == 4, unsigned, unsigned long long>;
  Bits bits;
  memcpy(&bits, &value, sizeof bits);
  atomicMax(reinterpret_cast<Bits*>(most), bits);
}

/// Sweep from u to v and enter the largest change in change[1], unless change[0], that of the sweep
/// before, is not above the limit.
template <typename Real>
__global__ void __launch_bounds__(threads)
    sweep(int n, const Real* __restrict__ u, Real* __restrict__ v, Real limit, Real* change) {
  if (!(change[0] > limit)) return;
  const int j = 1 + int(blockIdx.x) * threads + int(threadIdx.x);
  const int top = 1 + int(blockIdx.y) * rows;
  const int bottom = min(top + rows, n - 1);
  Real largest = 0;
  if (j < n - 1) {
    Real above = u[(top - 1) * n + j];
    Real here = u[top * n + j];
    for (int i = top; i < bottom; ++i) {
      const int c = i * n + j;
      const Real below = u[c + n];
      const Real mean = (above + below + u[c - 1] + u[c + 1]) / 4;
      v[c] = mean;
      largest = Larger()(largest, std::abs(mean - here));
      above = here;
      here = below;
    }
  }
  largest = league::block_reduce<threads>(largest, Larger());
  if (threadIdx.x == 0) atomic_max(change + 1, largest);
}

template <typename Real>
void launch_sweep(int n, const Real* u, Real* v, Real limit, Real* change) {
  const dim3 grid((n - 2 + threads - 1) / threads, (n - 2 + rows - 1) / rows);
  sweep<<<grid, threads>>>(n, u, v, limit, change);
  league::demand_launched();
}

/// The changes of all sweeps before any was made: the first is for a sweep that was none.
template <typename Real>
std::vector<Real> no_changes(int most) {
  std::vector<Real> changes(most + 1);
  changes[0] = std::numeric_limits<Real>::infinity();
  return changes;
}

}  // namespace jacobi
