// Sums of a team of threads without a reduction clause, which orphaned loops could only use on
// shared variables.
#pragma once

#include <omp.h>

#include "tealeaf_parts.hpp"

namespace tea {

constexpr int slot = 8;  ///< a thread's own cache line

/// The sums over all threads of the team, the same for each of them: they add in the same order.
/// Threads meet once; the two halves of `partial` take turns, so that a fast thread does not
/// overwrite what a slow one still reads.
inline Products team_sum(Fields& f, const Products& mine) {
  const int threads = omp_get_num_threads();
  f.turn = 1 - f.turn;
  double* partial = f.partial + f.turn * threads * slot;
  double* place = partial + omp_get_thread_num() * slot;
  place[0] = mine.pw;
  place[1] = mine.rw;
  place[2] = mine.ww;
  place[3] = mine.rr;
  #pragma omp barrier
  Products sum{0, 0, 0, 0};
  for (int t = 0; t < threads; ++t) {
    const double* of = partial + t * slot;
    sum += {of[0], of[1], of[2], of[3]};
  }
  return sum;
}

inline double team_sum(Fields& f, double mine) { return team_sum(f, {mine, 0, 0, 0}).pw; }

}  // namespace tea
