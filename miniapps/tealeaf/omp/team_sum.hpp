// Sums of a team of threads without a reduction clause, which orphaned loops could only use on
// shared variables.
#pragma once

#include <omp.h>

#include "tealeaf_parts.hpp"

namespace tea {

constexpr int slot = 8;  ///< a thread's own cache line

/// The sum over all threads of the team, the same for each of them: they add in the same order.
/// Threads meet once; the two halves of `partial` take turns, so that a fast thread does not
/// overwrite what a slow one still reads.
inline double team_sum(Fields& f, double mine) {
  const int threads = omp_get_num_threads();
  f.turn = 1 - f.turn;
  double* partial = f.partial + f.turn * threads * slot;
  partial[omp_get_thread_num() * slot] = mine;
  #pragma omp barrier
  double sum = 0;
  for (int t = 0; t < threads; ++t) sum += partial[t * slot];
  return sum;
}

}  // namespace tea
