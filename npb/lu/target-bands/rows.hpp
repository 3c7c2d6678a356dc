// SIMD batches: eight neighbours of a line of the skewed coordinates, computed by an inner `simd`
// loop that compilers turn into vector instructions where there are any.
//
// Its values go to a local array first: what is local overlaps with nothing, so the loop needs no
// test for that, and all eight can be computed though some are not to be stored.
#pragma once

#include "lu_body.hpp"

namespace lu {

/// Stores those of eight values whose index j, j + 1, ... is one of first ... last.
[[gnu::always_inline]] LEAGUE_PORTABLE inline void store_inside(double* to, long points, int j,
                                                                int first, int last,
                                                                const double (&values)[5][8]) {
  for (int m = 0; m < 5; ++m) {
    double* line = to + m * points;
    #pragma omp simd
    for (int l = 0; l < 8; ++l)
      if (j + l >= first && j + l <= last) line[l] = values[m][l];
  }
}

}  // namespace lu
