// Direction and product of CG in one pass, for a thread of a processor that has many rows: it makes
// p of a row just before the product needs it, so that p comes from the cache the second time.
#pragma once

#include "tealeaf_body.hpp"

namespace tea {

/// The rows of a band, and those next to it.
struct Band {
  int first;
  int end;        ///< behind the last
  double* below;  ///< p of the row below it: a copy of its own, since nobody waits for neighbours
  double* above;  ///< ... and of the row above it
};

/// Number `number` of `bands` bands of `ny` rows; `ghosts` has room for two rows of each.
LEAGUE_PORTABLE inline Band band_of(int number, int bands, int ny, long pitch, double* ghosts) {
  double* below = ghosts + 2L * number * pitch;
  return {int(long(ny) * number / bands), int(long(ny) * (number + 1) / bands), below,
          below + pitch};
}

/// u += alpha p; p = z + beta p; w = A p in a band.  Returns its part of p.w.  The rows next to the
/// band follow p = z + beta p as all do, so that a CG that begins with beta = 0 needs no exchange.
/// In halo rows z is zero, and nothing conducts.
LEAGUE_PORTABLE inline double march(Mesh m, int nx, Band band, double alpha, double beta,
                                    const double* v, const double* z, double* u, double* p,
                                    double* w) {
  double sum = 0;
  for (int k = band.first - 1; k <= band.end; ++k) {
    // p of row k, and where it is
    const long row = (k + 1) * m.pitch;
    if (k < band.first || k == band.end) {
      double* ghost = k < band.first ? band.below : band.above;
      const double* from = z + row;
      #pragma omp simd
      for (int j = 0; j < nx; ++j) ghost[j] = from[j] + beta * ghost[j];
    } else {
      #pragma omp simd
      for (long c = row; c < row + nx; ++c) {
        u[c] += alpha * p[c];
        p[c] = z[c] + beta * p[c];
      }
    }
    if (k <= band.first) continue;
    // product in the row below it
    const long before = row - m.pitch;
    const double* south = k - 1 == band.first ? band.below : p + before - m.pitch;
    const double* north = k == band.end ? band.above : p + row;
    #pragma omp simd reduction(+ : sum)
    for (int j = 0; j < nx; ++j) {
      const long c = before + j;
      w[c] = apply_between(m, v, p, south[j], north[j], c);
      sum += p[c] * w[c];
    }
  }
  return sum;
}

}  // namespace tea
