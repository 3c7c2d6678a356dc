// What happens to a point and to a row of a line, the same in every variant.
//
// V is the type of a value: double, or the Lanes of several lines that are solved side by side.
#pragma once

#include <cmath>

#include "../cfd/cfd_body_operator.hpp"
#include "../cfd/cfd_body_simd.hpp"
#include "../cfd/cfd_fields.hpp"
#include "league/portable.hpp"

namespace sp {

constexpr double root_half = 0.70710678118654752440;

template <typename V>
LEAGUE_PORTABLE inline V square_root(const V& x) {
  if constexpr (cfd::lanes<V> == 1) {
    return std::sqrt(x);
  } else {
    V root;
    for (int l = 0; l < cfd::lanes<V>; ++l) root[l] = std::sqrt(x[l]);
    return root;
  }
}

/// Five numbers at a point: a state, or an increment on its way through a step.
template <typename V>
struct Five {
  V a, b, c, d, e;
};

/// The five components at `from`, whose distance in memory is `pitch`.
template <typename V>
LEAGUE_PORTABLE inline Five<V> load_five(const double* from, long pitch) {
  return {cfd::load<V>(from), cfd::load<V>(from + pitch), cfd::load<V>(from + 2 * pitch),
          cfd::load<V>(from + 3 * pitch), cfd::load<V>(from + 4 * pitch)};
}

template <typename V>
LEAGUE_PORTABLE inline void store_five(double* to, long pitch, const Five<V>& r) {
  cfd::store(to, r.a);
  cfd::store(to + pitch, r.b);
  cfd::store(to + 2 * pitch, r.c);
  cfd::store(to + 3 * pitch, r.d);
  cfd::store(to + 4 * pitch, r.e);
}

/// What the transforms need of a state.
template <typename V>
struct Flow {
  V ri;       ///< 1 / density
  V u, v, w;  ///< velocity
  V q;        ///< half the squared speed
  V sound2;   ///< squared speed of sound
};

template <typename V>
LEAGUE_PORTABLE inline Flow<V> flow(const Five<V>& state, const V& ri) {
  const V u = state.b * ri;
  const V v = state.c * ri;
  const V w = state.d * ri;
  const V q = 0.5 * (u * u + v * v + w * w);
  return {ri, u, v, w, q, cfd::c1 * cfd::c2 * (state.e * ri - q)};
}

/// To the characteristic variables of the x direction (T0).
template <typename V>
LEAGUE_PORTABLE inline Five<V> enter_x(const Five<V>& r, const Five<V>& state, const V& ri) {
  const Flow<V> p = flow(state, ri);
  const V a = cfd::c2 / p.sound2 * (p.q * r.a - p.u * r.b - p.v * r.c - p.w * r.d + r.e);
  const V b = root_half * p.ri * (p.u * r.a - r.b);
  const V c = root_half * p.ri * square_root(p.sound2) * a;
  return {r.a - a, -p.ri * (p.w * r.a - r.d), p.ri * (p.v * r.a - r.c), c - b, c + b};
}

/// From the characteristic variables of x to those of y (T1).
template <typename V>
LEAGUE_PORTABLE inline Five<V> x_to_y(const Five<V>& r) {
  const V a = root_half * r.c;
  const V b = 0.5 * (r.d + r.e);
  return {-r.b, r.a, root_half * (r.d - r.e), b - a, b + a};
}

/// From the characteristic variables of y to those of z (T2).
template <typename V>
LEAGUE_PORTABLE inline Five<V> y_to_z(const Five<V>& r) {
  const V a = root_half * r.a;
  const V b = 0.5 * (r.d + r.e);
  return {root_half * (r.d - r.e), -r.c, r.b, b - a, b + a};
}

/// From the characteristic variables of z back to the conserved quantities (T3).
template <typename V>
LEAGUE_PORTABLE inline Five<V> leave_z(const Five<V>& r, const Five<V>& state, const V& ri) {
  const Flow<V> p = flow(state, ri);
  const V rho = state.a;
  const V a = root_half * rho / square_root(p.sound2) * (r.d + r.e);
  const V b = r.c + a;
  const V c = root_half * rho * (r.d - r.e);
  return {b, p.u * b - rho * r.b, p.v * b + rho * r.a, p.w * b + c,
          rho * (p.v * r.a - p.u * r.b) + p.q * b + 2.5 * p.sound2 * a + p.w * c};
}

template <typename V>
LEAGUE_PORTABLE inline Five<V> plus(const Five<V>& x, const Five<V>& y) {
  return {x.a + y.a, x.b + y.b, x.c + y.c, x.d + y.d, x.e + y.e};
}

/// What a point contributes to the matrices of its line, as a factor of dt: the wave that is
/// carried along, the sound that runs with and against it, and what spreads.
template <typename V>
struct Wave {
  V carried, sound, spread;
};

template <int axis, typename V>
LEAGUE_PORTABLE inline Wave<V> wave(const cfd::Grid& grid, const Five<V>& state, const V& ri) {
  const V square = state.b * state.b + state.c * state.c + state.d * state.d;
  const V sound2 = cfd::c1 * cfd::c2 * ri * (state.e - 0.5 * square * ri);
  const V along = (axis == 0 ? state.b : axis == 1 ? state.c : state.d) * ri;
  return {grid.dt * grid.t2 * along, grid.dt * grid.t2 * square_root(sound2),
          grid.dt * grid.t1 * (cfd::diffusion<axis> + cfd::c1345 * ri)};
}

/// The fourth difference in row p (1 ... n - 2) of every matrix: columns p - 2 ... p + 2.
struct Smoothing {
  double at[5];
};

LEAGUE_PORTABLE inline Smoothing smoothing(const cfd::Grid& grid, int p) {
  const double one = grid.dt * cfd::eps4;
  const int n = grid.n;
  return {{p >= 3 ? one : 0.0, p >= 2 ? -4 * one : 0.0, p == 1 || p == n - 2 ? 5 * one : 6 * one,
           p <= n - 3 ? -4 * one : 0.0, p <= n - 4 ? one : 0.0}};
}

/// What is left of a row of one matrix after elimination: a one on the diagonal and two entries
/// above it.
template <typename V>
struct Upper {
  V next, second;
};

/// The rows of the three matrices of a line, and the right-hand sides: `still` is the matrix of the
/// first three components, `with` and `against` those of the fourth and fifth, whose waves are
/// faster or slower by the speed of sound.
template <typename V>
struct Row {
  Upper<V> still, with, against;
  Five<V> r;
};

/// The three numbers at `from`, whose distance in memory is `pitch`.
template <typename V>
LEAGUE_PORTABLE inline Wave<V> load_wave(const double* from, long pitch) {
  return {cfd::load<V>(from), cfd::load<V>(from + pitch), cfd::load<V>(from + 2 * pitch)};
}

template <typename V>
LEAGUE_PORTABLE inline void store_wave(double* to, long pitch, const Wave<V>& wave) {
  cfd::store(to, wave.carried);
  cfd::store(to + pitch, wave.sound);
  cfd::store(to + 2 * pitch, wave.spread);
}

/// The matrices of a row: six numbers.
template <typename V>
LEAGUE_PORTABLE inline Row<V> load_upper(const double* from, long pitch) {
  return {{cfd::load<V>(from), cfd::load<V>(from + pitch)},
          {cfd::load<V>(from + 2 * pitch), cfd::load<V>(from + 3 * pitch)},
          {cfd::load<V>(from + 4 * pitch), cfd::load<V>(from + 5 * pitch)},
          {}};
}

template <typename V>
LEAGUE_PORTABLE inline void store_upper(double* to, long pitch, const Row<V>& row) {
  cfd::store(to, row.still.next);
  cfd::store(to + pitch, row.still.second);
  cfd::store(to + 2 * pitch, row.with.next);
  cfd::store(to + 3 * pitch, row.with.second);
  cfd::store(to + 4 * pitch, row.against.next);
  cfd::store(to + 5 * pitch, row.against.second);
}

/// A whole row: its matrices and its right-hand sides, eleven numbers.
template <typename V>
LEAGUE_PORTABLE inline Row<V> load_row(const double* from, long pitch) {
  Row<V> row = load_upper<V>(from, pitch);
  row.r = load_five<V>(from + 6 * pitch, pitch);
  return row;
}

template <typename V>
LEAGUE_PORTABLE inline void store_row(double* to, long pitch, const Row<V>& row) {
  store_upper(to, pitch, row);
  store_five(to + 6 * pitch, pitch, row.r);
}

/// Eliminates from row p of one matrix the unknowns of the two rows before; the right-hand side
/// then becomes (r - below2 r(p - 2) - below r(p - 1)) scale.
template <typename V>
struct Elimination {
  V below;
  V scale;
  Upper<V> upper;
};

template <typename V>
LEAGUE_PORTABLE inline Elimination<V> eliminate(const Smoothing& e, const V& below, const V& centre,
                                                const V& above, const Upper<V>& before2,
                                                const Upper<V>& before) {
  const V l1 = below - e.at[0] * before2.next;
  const V l2 = centre - e.at[0] * before2.second - l1 * before.next;
  const V scale = 1.0 / l2;
  return {l1, scale, {(above - l1 * before.second) * scale, e.at[4] * scale}};
}

/// Row p of all three matrices after elimination.  `below`, `here`, `above` are the waves at
/// p - 1, p, p + 1; `before2` and `before` what was left of rows p - 2 and p - 1 (zero where there
/// is none: the rows of the boundary are those of the identity, with nothing on the right).
template <typename V>
LEAGUE_PORTABLE inline Row<V> eliminate(const Smoothing& e, const Wave<V>& below,
                                        const Wave<V>& here, const Wave<V>& above, const Five<V>& r,
                                        const Row<V>& before2, const Row<V>& before) {
  const V l1 = e.at[1] - below.carried - below.spread;
  const V l2 = e.at[2] + 1.0 + 2.0 * here.spread;
  const V l3 = e.at[3] + above.carried - above.spread;
  const Elimination<V> still = eliminate<V>(e, l1, l2, l3, before2.still, before.still);
  const Elimination<V> with =
      eliminate<V>(e, l1 - below.sound, l2, l3 + above.sound, before2.with, before.with);
  const Elimination<V> against =
      eliminate<V>(e, l1 + below.sound, l2, l3 - above.sound, before2.against, before.against);
  const double below2 = e.at[0];
  const Five<V>& r2 = before2.r;
  const Five<V>& r1 = before.r;
  return {still.upper,
          with.upper,
          against.upper,
          {(r.a - below2 * r2.a - still.below * r1.a) * still.scale,
           (r.b - below2 * r2.b - still.below * r1.b) * still.scale,
           (r.c - below2 * r2.c - still.below * r1.c) * still.scale,
           (r.d - below2 * r2.d - with.below * r1.d) * with.scale,
           (r.e - below2 * r2.e - against.below * r1.e) * against.scale}};
}

/// The solution in row p from those in rows p + 1 and p + 2.
template <typename V>
LEAGUE_PORTABLE inline Five<V> substitute(const Row<V>& row, const Five<V>& next,
                                          const Five<V>& second) {
  const Five<V>& r = row.r;
  return {r.a - row.still.next * next.a - row.still.second * second.a,
          r.b - row.still.next * next.b - row.still.second * second.b,
          r.c - row.still.next * next.c - row.still.second * second.c,
          r.d - row.with.next * next.d - row.with.second * second.d,
          r.e - row.against.next * next.e - row.against.second * second.e};
}

/// What the linear part of the operator takes at an index of an axis: factors, and the distances in
/// memory of what lies two points away.  Where a factor is zero, the distance leads to some other
/// point of the field.
struct Reach {
  cfd::Weights<double> weights;
  long below2, above2;
};

template <int axis>
LEAGUE_PORTABLE inline Reach reach(const cfd::Grid& grid, int p) {
  const long step = grid.stride<axis>();
  return {cfd::weights<axis>(grid, p), p > 1 ? -2 * step : -step, p < grid.n - 2 ? 2 * step : step};
}

/// What depends on the place in a row, to be looked up and not decided point by point: five weights
/// and the time step, which is zero on the boundary and behind the row, `grid.row` apart.
constexpr int table_rows = 6;

inline void tabulate(const cfd::Grid& grid, double* table) {
  for (int i = 0; i < grid.row; ++i) {
    const bool inside = i > 0 && i < grid.n - 1;
    const auto w = inside ? cfd::weights<0>(grid, i) : cfd::Weights<double>{};
    for (int s = 0; s < 5; ++s) table[s * grid.row + i] = w.at[s];
    table[5 * grid.row + i] = inside ? grid.dt : 0.0;
  }
}

/// What lies along x is as far away at every point of a row, so that a row can become vectors.
LEAGUE_PORTABLE inline Reach look_up_reach(const double* table, long row, int i) {
  const double* w = table + i;
  return {{{w[0], w[row], w[2 * row], w[3 * row], w[4 * row]}}, -2, 2};
}

/// dt (forcing + L(U)) at point c, in the characteristic variables of x.
LEAGUE_PORTABLE inline Five<double> right_hand_side_at(const cfd::Grid& grid, const double* u,
                                                       const double* ri, const double* forcing,
                                                       long c, double dt, const Reach& x,
                                                       const Reach& y, const Reach& z) {
  const long pitch = grid.points;
  const cfd::State<double> here = cfd::state<double>(grid, u + c, ri[c]);
  double sum[5] = {};
  cfd::add_operator<0>(grid, u + c, ri + c, here, x.weights, x.below2, x.above2, sum);
  cfd::add_operator<1>(grid, u + c, ri + c, here, y.weights, y.below2, y.above2, sum);
  cfd::add_operator<2>(grid, u + c, ri + c, here, z.weights, z.below2, z.above2, sum);
  const Five<double> r{dt * (forcing[c] + sum[0]), dt * (forcing[c + pitch] + sum[1]),
                       dt * (forcing[c + 2 * pitch] + sum[2]),
                       dt * (forcing[c + 3 * pitch] + sum[3]),
                       dt * (forcing[c + 4 * pitch] + sum[4])};
  return enter_x(r, load_five<double>(u + c, pitch), ri[c]);
}

/// The same at point (k, j, i) by itself.
LEAGUE_PORTABLE inline Five<double> right_hand_side_at(const cfd::Grid& grid, const double* u,
                                                       const double* ri, const double* forcing,
                                                       int k, int j, int i) {
  return right_hand_side_at(grid, u, ri, forcing, grid.at(k, j, i), grid.dt, reach<0>(grid, i),
                            reach<1>(grid, j), reach<2>(grid, k));
}

/// What becomes of the solution r of a line at c: on to the next axis, or into the state.
template <int axis, typename V>
LEAGUE_PORTABLE inline void finish(const cfd::Grid& grid, long c, const Five<V>& r, double* u,
                                   double* ri, double* rhs) {
  if constexpr (axis == 0) {
    store_five(rhs + c, grid.points, x_to_y(r));
  } else if constexpr (axis == 1) {
    store_five(rhs + c, grid.points, y_to_z(r));
  } else {
    const Five<V> old = load_five<V>(u + c, grid.points);
    const Five<V> state = plus(old, leave_z(r, old, cfd::load<V>(ri + c)));
    store_five(u + c, grid.points, state);
    const V reciprocal = 1.0 / state.a;
    cfd::store(ri + c, reciprocal);
  }
}

/// Solves the line of points first, first + step, ... by itself.  The eliminated right-hand sides
/// stay in rhs meanwhile; `upper` keeps what is left of the matrices: six numbers a row, `pitch`
/// apart, as far apart as all of them together from those of the next row.
template <int axis>
LEAGUE_PORTABLE inline void solve_line(const cfd::Grid& grid, long first, double* u, double* ri,
                                       double* rhs, double* upper, long pitch) {
  const int n = grid.n;
  const long step = grid.stride<axis>();
  const long points = grid.points;
  Wave<double> below = wave<axis>(grid, load_five<double>(u + first, points), ri[first]);
  long c = first + step;
  Wave<double> here = wave<axis>(grid, load_five<double>(u + c, points), ri[c]);
  Row<double> before2{};
  Row<double> before{};
  for (int p = 1; p < n - 1; ++p, c += step) {
    const Wave<double> above =
        wave<axis>(grid, load_five<double>(u + c + step, points), ri[c + step]);
    const Row<double> row = eliminate(smoothing(grid, p), below, here, above,
                                      load_five<double>(rhs + c, points), before2, before);
    store_five(rhs + c, points, row.r);
    store_upper(upper + p * 6 * pitch, pitch, row);
    below = here;
    here = above;
    before2 = before;
    before = row;
  }
  Five<double> next{};
  Five<double> second{};
  for (int p = n - 2; p > 0; --p) {
    c -= step;
    Row<double> row = load_upper<double>(upper + p * 6 * pitch, pitch);
    row.r = load_five<double>(rhs + c, points);
    const Five<double> r = substitute(row, next, second);
    finish<axis>(grid, c, r, u, ri, rhs);
    second = next;
    next = r;
  }
}

}  // namespace sp
