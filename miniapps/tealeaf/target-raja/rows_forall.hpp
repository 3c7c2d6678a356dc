// What RAJA adds: its loops over cells, for the lambdas of target-lambda and the data of
// target-lambda-explicit.
#pragma once

#include <RAJA/RAJA.hpp>

namespace tea {

// A policy has to name threads per team; 256 is what the examples of RAJA use.
using Policy = RAJA::omp_target_parallel_for_exec<256>;
using Range = RAJA::TypedRangeSegment<int>;

/// body(k, j) for every cell of a grid.
template <typename Body>
void each_cell(int nx, int ny, Body body) {
  RAJA::forall<Policy>(Range(0, nx * ny), [=](int i) { body(i / nx, i % nx); });
}

/// The sum of body(k, j) over every cell of a grid.
template <typename Body>
double sum_cells(int nx, int ny, Body body) {
  RAJA::ReduceSum<RAJA::omp_target_reduce, double> sum(0.0);
  RAJA::forall<Policy>(Range(0, nx * ny), [=](int i) { sum += body(i / nx, i % nx); });
  return sum.get();
}

}  // namespace tea
