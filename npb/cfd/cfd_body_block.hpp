// Products and solutions with 5x5 blocks, stored row by row: block[5 * row + column].
#pragma once

#include "cfd_body_jacobian.hpp"
#include "league/portable.hpp"

namespace cfd {

/// y -= A x, where A is a block of a neighbour along the axis: 18 of its 25 entries are used.
template <int axis, typename V>
LEAGUE_PORTABLE inline void subtract_product(const V (&a)[25], const V (&x)[5], V (&y)[5]) {
  constexpr int d = Pattern<axis>::d;
  constexpr int n = Pattern<axis>::n;
  constexpr int o = Pattern<axis>::o;
  y[0] -= a[0] * x[0] + a[d] * x[d];
  y[n] -= a[5 * n] * x[0] + a[5 * n + d] * x[d] + a[5 * n + n] * x[n];
  y[o] -= a[5 * o] * x[0] + a[5 * o + d] * x[d] + a[5 * o + o] * x[o];
  y[d] -= a[5 * d] * x[0] + a[5 * d + 1] * x[1] + a[5 * d + 2] * x[2] + a[5 * d + 3] * x[3] +
          a[5 * d + 4] * x[4];
  y[4] -= a[20] * x[0] + a[21] * x[1] + a[22] * x[2] + a[23] * x[3] + a[24] * x[4];
}

/// Column `c` of Y -= A X: x is that column of X.
template <int axis, typename V>
LEAGUE_PORTABLE inline void subtract_product_column(const V (&a)[25], const V (&x)[5], int c,
                                                    V (&y)[25]) {
  V column[5];
  for (int m = 0; m < 5; ++m) column[m] = y[5 * m + c];
  subtract_product<axis>(a, x, column);
  for (int m = 0; m < 5; ++m) y[5 * m + c] = column[m];
}

/// Replaces a block by the factors of its elimination in natural order, pivots not searched: the
/// unit lower one below the diagonal, the upper one with its diagonal inverted.
template <int k = 0, typename V>
LEAGUE_PORTABLE inline void factorise(V (&b)[25]) {
  const V pivot = 1.0 / b[6 * k];
  b[6 * k] = pivot;
  for (int r = k + 1; r < 5; ++r) {
    const V factor = b[5 * r + k] * pivot;
    b[5 * r + k] = factor;
    for (int c = k + 1; c < 5; ++c) b[5 * r + c] -= factor * b[5 * k + c];
  }
  if constexpr (k < 4) factorise<k + 1>(b);
}

/// x <- B^-1 x, with B as factorise() left it.
template <typename V>
LEAGUE_PORTABLE inline void substitute(const V (&b)[25], V (&x)[5]) {
  x[1] -= b[5] * x[0];
  x[2] -= b[10] * x[0] + b[11] * x[1];
  x[3] -= b[15] * x[0] + b[16] * x[1] + b[17] * x[2];
  x[4] -= b[20] * x[0] + b[21] * x[1] + b[22] * x[2] + b[23] * x[3];
  x[4] *= b[24];
  x[3] = (x[3] - b[19] * x[4]) * b[18];
  x[2] = (x[2] - b[13] * x[3] - b[14] * x[4]) * b[12];
  x[1] = (x[1] - b[7] * x[2] - b[8] * x[3] - b[9] * x[4]) * b[6];
  x[0] = (x[0] - b[1] * x[1] - b[2] * x[2] - b[3] * x[3] - b[4] * x[4]) * b[0];
}

/// The same for every column of a block.
template <typename V>
LEAGUE_PORTABLE inline void substitute_columns(const V (&b)[25], V (&x)[25]) {
  for (int c = 0; c < 5; ++c) {
    V column[5];
    for (int m = 0; m < 5; ++m) column[m] = x[5 * m + c];
    substitute(b, column);
    for (int m = 0; m < 5; ++m) x[5 * m + c] = column[m];
  }
}

}  // namespace cfd
