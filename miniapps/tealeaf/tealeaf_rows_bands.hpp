// An iteration of CG in one pass over memory, for a thread of a processor that has a band of rows:
// it makes p of a row just before the product needs it, so that p comes from the cache the second
// time.
#pragma once

#include "tealeaf_body.hpp"
#include "tealeaf_parts.hpp"

namespace tea {

/// The rows of a band, and its ghost rows on either side: copies of its own of p and r, since
/// nobody waits for neighbours, and w as its neighbours left it in the pass before.
struct Band {
  int first;
  int end;       ///< behind the last
  double* p[2];  ///< below the first row, and above the last
  double* r[2];
  const double* w[2];
  double* leaves[2];  ///< where neighbours will look for w of the first row, and of the last
};

constexpr int ghost_rows = 8;  ///< of a band, that `ghosts` has room for

/// Band `number` of `bands`, no more than there are rows, in pass `pass`.
LEAGUE_PORTABLE inline Band band_of(Mesh m, int ny, int number, int bands, int pass, double* ghosts,
                                    const double* w) {
  const auto of = [=](int band, int row) {
    return ghosts + (long(band) * ghost_rows + row) * m.pitch;
  };
  const int now = 4 + 2 * (pass % 2);
  const int before = 4 + 2 * ((pass + 1) % 2);
  return {int(long(ny) * number / bands),
          int(long(ny) * (number + 1) / bands),
          {of(number, 0), of(number, 1)},
          {of(number, 2), of(number, 3)},
          {number > 0 ? of(number - 1, before + 1) : w,  // at the walls the halo, which is zero
           number + 1 < bands ? of(number + 1, before) : w + (ny + 1) * m.pitch},
          {of(number, now), of(number, now + 1)}};
}

/// u += alpha p; r -= alpha w; p = r + beta p; w = A p in a band.  Returns its part of the
/// products.  A `fresh` pass leaves u and r as they are and begins the copies anew.
LEAGUE_PORTABLE inline Products pass_over_band(Mesh m, int nx, Band band, bool fresh, double alpha,
                                               double beta, const double* v, double* u, double* r,
                                               double* p, double* w) {
  double pw = 0;
  double rw = 0;
  double ww = 0;
  double rr = 0;
  for (int k = band.first - 1; k <= band.end; ++k) {
    // r and p of row k, or of the copies of it
    const bool inside = k >= band.first && k < band.end;
    const int side = k < band.first ? 0 : 1;
    const long row = (k + 1) * m.pitch;
    double* row_r = inside ? r + row : band.r[side];
    double* row_p = inside ? p + row : band.p[side];
    const double* row_w = band.w[side];
    if (fresh) {
      if (!inside) {
        #pragma omp simd
        for (int j = 0; j < nx; ++j) row_r[j] = r[row + j];
      }
      #pragma omp simd
      for (int j = 0; j < nx; ++j) row_p[j] = row_r[j] + beta * row_p[j];
    } else if (inside) {
      #pragma omp simd
      for (long c = row; c < row + nx; ++c) {
        u[c] += alpha * p[c];
        r[c] -= alpha * w[c];
        p[c] = r[c] + beta * p[c];
      }
    } else {
      #pragma omp simd
      for (int j = 0; j < nx; ++j) {
        row_r[j] -= alpha * row_w[j];
        row_p[j] = row_r[j] + beta * row_p[j];
      }
    }
    if (k <= band.first) continue;
    // products in the row below it
    const long before = row - m.pitch;
    const double* south = k - 1 == band.first ? band.p[0] : p + before - m.pitch;
    #pragma omp simd reduction(+ : pw, rw, ww, rr)
    for (int j = 0; j < nx; ++j) {
      const long c = before + j;
      const double image = apply_between(m, v, p, south[j], row_p[j], c);
      w[c] = image;
      pw += p[c] * image;
      rw += r[c] * image;
      ww += image * image;
      rr += r[c] * r[c];
    }
    for (int edge = 0; edge < 2; ++edge) {
      if (k - 1 != (edge == 0 ? band.first : band.end - 1)) continue;
      double* leaves = band.leaves[edge];
      #pragma omp simd
      for (int j = 0; j < nx; ++j) leaves[j] = w[before + j];
    }
  }
  return {pw, rw, ww, rr};
}

}  // namespace tea
