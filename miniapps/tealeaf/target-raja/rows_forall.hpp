// What RAJA adds: its loops over rows, for the lambdas of target-lambda and the data of
// target-lambda-explicit.
#pragma once

#include <RAJA/RAJA.hpp>

namespace tea {

// A policy has to name threads per team; 256 is what the examples of RAJA use.
using Policy = RAJA::omp_target_parallel_for_exec<256>;

/// body(k) for every k in [0, rows).
template <typename Body>
void each_row(int rows, Body body) {
  RAJA::forall<Policy>(RAJA::RangeSegment(0, rows), body);
}

/// The sum of body(k) over every k in [0, rows).
template <typename Body>
double sum_rows(int rows, Body body) {
  RAJA::ReduceSum<RAJA::omp_target_reduce, double> sum(0.0);
  RAJA::forall<Policy>(RAJA::RangeSegment(0, rows), [=](int k) { sum += body(k); });
  return sum.get();
}

}  // namespace tea
