// What the CUDA kernels share.  Behind u, ri and rhs lies a copy of each with x and y exchanged:
// there lines along x are side by side, as lines along y and z are in the original.
#pragma once

#include "league/cuda.hpp"

namespace bt {

constexpr int tile = 32;  // points of a warp, and the side of a tile that is transposed

// Rows of a tile of five numbers a point.  The last wave of class B is filled to 95 % and more, of
// 32 rows to 87 %.
constexpr int high = 24;

// Of a block.  A multiprocessor holds two, so that in class B all lines are under way at once, and
// an H100 is filled to 95 %.
constexpr int lines = 40;

}  // namespace bt
