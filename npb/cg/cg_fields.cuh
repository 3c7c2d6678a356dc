// How the CUDA variant divides a product.
#pragma once

#include <algorithm>
#include <cmath>

#include "cg_fields.hpp"
#include "cg_rows.cuh"

namespace cg {

/// A block has one slice of the vector in shared memory, and one multiprocessor for itself; a row
/// of it is shared by some lanes of a warp.
struct Plan {
  /// With s slices a block brings 1 / s of the vector, and a row has s addends: both together are
  /// least where s is the root of the number of blocks.  But a row has 32 elements in a slice.
  Plan(int n, double nonzeros, int threads) : n(n), threads(threads) {
    // A kilobyte is the system's, some more the sums of the block.
    const int most =
        std::min((attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) - 1024) / 8, widest);
    const double best = std::min(std::sqrt(double(processors)), nonzeros / n / 32);
    slices = std::max({1, int(best), (n + most - 1) / most});
    blocks = std::max(1, processors / slices);
    width = (n + slices - 1) / slices;
    slices = (n + width - 1) / width;
    share_rows(nonzeros);
  }

  /// At least four elements for every lane, but where rows are few as many lanes as there are
  /// threads; no block without rows.
  void share_rows(double nonzeros) {
    const double parts = double(n) * slices;
    while (lanes > 2 && 4 * lanes * parts > nonzeros &&
           lanes * parts > double(processors) * threads)
      lanes /= 2;
    blocks = std::min(blocks, (n * lanes + threads - 1) / threads);
  }

  int n;
  int threads;
  int processors = attribute(cudaDevAttrMultiProcessorCount);
  int slices = 0;
  int blocks = 0;  // of every slice
  int width = 0;   // columns of a slice
  int lanes = 32;  // of a row
};

}  // namespace cg
