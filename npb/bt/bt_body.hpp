// What all variants of BT do at a point and along a line.
#pragma once

#include "../cfd/cfd_body_block.hpp"
#include "../cfd/cfd_body_jacobian.hpp"
#include "../cfd/cfd_body_operator.hpp"
#include "../cfd/cfd_body_simd.hpp"
#include "../cfd/cfd_fields.hpp"
#include "league/portable.hpp"

namespace bt {

/// The two axes across lines along `axis`; what is next to each other in memory is inner.
template <int axis>
constexpr int outer_axis = axis == 2 ? 1 : 2;
template <int axis>
constexpr int inner_axis = axis == 0 ? 1 : 0;

/// Where one line lies, or the lanes of a value lie side by side: pointers to point 0 and distances
/// in memory.  `blocks` takes the 25 entries of C' of every row.
struct Line {
  const double* u;
  const double* ri;
  double* rhs;
  double* blocks;
  long step;        ///< from row to row of u, ri and rhs
  long components;  ///< from component to component of u and rhs
  long block_step;  ///< from row to row of blocks
  long entries;     ///< from entry to entry of blocks
};

/// One row of the elimination: from C' and r of the row before to those of this one.
template <int axis, typename V>
LEAGUE_PORTABLE inline void eliminate_row(const cfd::Grid& grid, const cfd::State<V>& below,
                                          const cfd::State<V>& here, const cfd::State<V>& above,
                                          const V (&before)[5], V (&c)[25], V (&r)[5]) {
  V b[25];
  {
    V a[25];
    cfd::lower<axis>(grid, below, a);
    cfd::subtract_product<axis>(a, before, r);
    cfd::centre<axis>(grid, here, b);
    for (int m = 0; m < 5; ++m) b[6 * m] += 1.0;
    for (int column = 0; column < 5; ++column) {
      const V x[5] = {c[column], c[5 + column], c[10 + column], c[15 + column], c[20 + column]};
      cfd::subtract_product_column<axis>(a, x, column, b);
    }
  }
  cfd::factorise(b);
  cfd::substitute(b, r);
  cfd::upper<axis>(grid, above, c);
  cfd::substitute_columns(b, c);
}

/// Row p of a line, forwards.  Row 0 is the identity with nothing beside it: its C' and r are zero.
template <int axis, typename V>
LEAGUE_PORTABLE inline void forward_row(const cfd::Grid& grid, const Line& line, int p, V (&c)[25],
                                        V (&r)[5]) {
  const double* u = line.u + p * line.step;
  const double* ri = line.ri + p * line.step;
  double* rhs = line.rhs + p * line.step;
  double* blocks = line.blocks + p * line.block_step;
  const long step = line.step;
  const auto below = cfd::state<V>(line.components, u - step, cfd::load<V>(ri - step));
  const auto here = cfd::state<V>(line.components, u, cfd::load<V>(ri));
  const auto above = cfd::state<V>(line.components, u + step, cfd::load<V>(ri + step));
  V before[5];
  for (int m = 0; m < 5; ++m) {
    before[m] = r[m];
    r[m] = cfd::load<V>(rhs + m * line.components);
  }
  eliminate_row<axis>(grid, below, here, above, before, c, r);
  for (int m = 0; m < 5; ++m) cfd::store(rhs + m * line.components, r[m]);
  for (int e = 0; e < 25; ++e) cfd::store(blocks + e * line.entries, c[e]);
}

/// Row p of a line, backwards: r holds the solution of row p + 1, then of row p.
template <typename V>
LEAGUE_PORTABLE inline void backward_row(const Line& line, int p, V (&r)[5]) {
  double* rhs = line.rhs + p * line.step;
  const double* blocks = line.blocks + p * line.block_step;
  V x[5];
  for (int m = 0; m < 5; ++m) {
    x[m] = cfd::load<V>(rhs + m * line.components);
    for (int c = 0; c < 5; ++c) x[m] -= cfd::load<V>(blocks + (5 * m + c) * line.entries) * r[c];
  }
  for (int m = 0; m < 5; ++m) {
    r[m] = x[m];
    cfd::store(rhs + m * line.components, x[m]);
  }
}

/// The line along the axis that has index a on the outer and b on the inner of the other two, in
/// fields without padding.  `blocks` has 25 components of n^3 places, and its lines lie side by
/// side whatever the axis.
template <int axis>
LEAGUE_PORTABLE inline Line line_at(const cfd::Grid& grid, int a, int b, const double* u,
                                    const double* ri, double* rhs, double* blocks) {
  const long outer = a * grid.stride<outer_axis<axis>>();
  const long c = outer + b * grid.stride<inner_axis<axis>>();
  return {u + c,
          ri + c,
          rhs + c,
          blocks + outer + b,
          grid.stride<axis>(),
          grid.points,
          axis == 2 ? grid.plane : grid.row,
          grid.points};
}

/// The whole line.  Nothing happens in rows 0 and n - 1, whose right-hand side is zero.
template <int axis, typename V>
LEAGUE_PORTABLE inline void solve_line(const cfd::Grid& grid, const Line& line) {
  V c[25];
  V r[5];
  for (V& entry : c) entry = cfd::all<V>(0);
  for (V& value : r) value = cfd::all<V>(0);
  for (int p = 1; p < grid.n - 1; ++p) forward_row<axis>(grid, line, p, c, r);
  for (int p = grid.n - 3; p > 0; --p) backward_row(line, p, r);
}

}  // namespace bt
