// The spatial operator of the three simulated applications: fluxes, viscous terms, dissipation.
//
// Everything is a template over the axis (0 = x, 1 = y, 2 = z) and over the type of a value, double
// or Lanes.
#pragma once

#include "cfd_body_simd.hpp"
#include "cfd_fields.hpp"
#include "league/portable.hpp"

namespace cfd {

/// The five conserved quantities at a point and what follows from them.
template <typename V>
struct State {
  V u[5];         ///< density, momentum, energy
  V ri;           ///< 1 / density
  V velocity[3];  ///< along x, y, z
  V sq;           ///< kinetic energy per volume
};

/// The state at `u` (component 0 of the point; the next is `components` further on), where
/// 1 / density is known to be `ri`.
template <typename V>
LEAGUE_PORTABLE inline State<V> state(long components, const double* u, const V& ri) {
  State<V> s;
  for (int m = 0; m < 5; ++m) s.u[m] = load<V>(u + m * components);
  s.ri = ri;
  for (int m = 0; m < 3; ++m) s.velocity[m] = s.u[m + 1] * ri;
  s.sq = 0.5 * (s.u[1] * s.velocity[0] + s.u[2] * s.velocity[1] + s.u[3] * s.velocity[2]);
  return s;
}

template <typename V>
LEAGUE_PORTABLE inline State<V> state(const Grid& grid, const double* u, const V& ri) {
  return state<V>(grid.points, u, ri);
}

/// The state at `u`; divides.
template <typename V>
LEAGUE_PORTABLE inline State<V> state(long components, const double* u) {
  const V ri = 1.0 / load<V>(u);
  return state<V>(components, u, ri);
}
template <typename V>
LEAGUE_PORTABLE inline State<V> state(const Grid& grid, const double* u) {
  return state<V>(grid.points, u);
}

/// Convective flux along the axis.
template <int axis, typename V>
LEAGUE_PORTABLE inline void flux(const State<V>& s, V (&f)[5]) {
  const V along = s.velocity[axis];
  const V pressure = c2 * (s.u[4] - s.sq);
  f[0] = s.u[axis + 1];
  for (int m = 1; m < 4; ++m) f[m] = s.u[m] * along;
  f[axis + 1] += pressure;
  f[4] = (s.u[4] + pressure) * along;  // c1 E - c2 sq, since c1 = 1 + c2
}

/// What the viscous terms are second differences of.  Component 0 is zero and left alone.
template <int axis, typename V>
LEAGUE_PORTABLE inline void viscous(const State<V>& s, V (&w)[5]) {
  const V along = s.velocity[axis];
  for (int m = 1; m < 4; ++m) w[m] = s.velocity[m - 1];
  w[axis + 1] = (4.0 / 3.0) * along;
  w[4] = ((1.0 - c15) * s.sq + c15 * s.u[4]) * s.ri + (1.0 / 6.0) * (along * along);
}

/// Factors of the values at distance -2, -1, 0, 1, 2 along an axis in the linear part of the
/// operator: second difference less fourth difference.
template <typename V>
struct Weights {
  V at[5];
};

/// The weights at index p (1 ... n - 2) of an axis.  The fourth difference is one-sided next to the
/// boundary, so no weight but zero belongs to a point outside.
template <int axis>
LEAGUE_PORTABLE inline Weights<double> weights(const Grid& grid, int p) {
  const double second = diffusion<axis> * grid.t1;
  const bool outermost = p == 1 || p == grid.n - 2;
  return {{p >= 3 ? -eps4 : 0.0, second + (p >= 2 ? 4 * eps4 : 0.0),
           -2 * second - (outermost ? 5 * eps4 : 6 * eps4),
           second + (p <= grid.n - 3 ? 4 * eps4 : 0.0), p <= grid.n - 4 ? -eps4 : 0.0}};
}

/// The weights at the indices p, p + 1, ... of an x axis, one a lane; zero outside 1 ... n - 2.
template <typename V>
LEAGUE_PORTABLE inline Weights<V> weights_along_x(const Grid& grid, int p) {
  if constexpr (lanes<V> == 1) {
    return weights<0>(grid, p);
  } else {
    Weights<V> all_lanes{};
    for (int l = 0; l < lanes<V>; ++l) {
      if (p + l < 1 || p + l > grid.n - 2) continue;
      const Weights<double> one = weights<0>(grid, p + l);
      for (int s = 0; s < 5; ++s) all_lanes.at[s][l] = one.at[s];
    }
    return all_lanes;
  }
}

/// Adds the operator along one axis at the point(s) at `u`, whose state is `here`, to `sum`.  `ri`
/// is the field of 1 / density at the same point.  `below2` and `above2` are the distances in
/// memory to the points two steps away, or to any other point where the weight is zero.
template <int axis, typename V, typename W>
LEAGUE_PORTABLE inline void add_operator(const Grid& grid, const double* u, const double* ri,
                                         const State<V>& here, const Weights<W>& weight,
                                         long below2, long above2, V (&sum)[5]) {
  const long step = grid.stride<axis>();
  const State<V> below = state<V>(grid.points, u - step, load<V>(ri - step));
  const State<V> above = state<V>(grid.points, u + step, load<V>(ri + step));
  for (int m = 0; m < 5; ++m) {
    const double* far = u + m * grid.points;
    sum[m] += weight.at[0] * load<V>(far + below2) + weight.at[1] * below.u[m] +
              weight.at[2] * here.u[m] + weight.at[3] * above.u[m] +
              weight.at[4] * load<V>(far + above2);
  }
  V before[5];
  V behind[5];
  flux<axis>(below, before);
  flux<axis>(above, behind);
  for (int m = 0; m < 5; ++m) sum[m] -= grid.t2 * (behind[m] - before[m]);
  V middle[5];
  viscous<axis>(below, before);
  viscous<axis>(here, middle);
  viscous<axis>(above, behind);
  for (int m = 1; m < 5; ++m) sum[m] += grid.kappa * (behind[m] - 2.0 * middle[m] + before[m]);
}

/// The same for a single point at index p of the axis: weights and distances follow from p.
template <int axis>
LEAGUE_PORTABLE inline void add_operator(const Grid& grid, const double* u, const double* ri,
                                         const State<double>& here, int p, double (&sum)[5]) {
  const long step = grid.stride<axis>();
  add_operator<axis>(grid, u, ri, here, weights<axis>(grid, p), p >= 2 ? -2 * step : -step,
                     p <= grid.n - 3 ? 2 * step : step, sum);
}

/// L(U) at the inner point (k, j, i): u and ri are whole fields.
LEAGUE_PORTABLE inline void operator_at(const Grid& grid, const double* u, const double* ri, int k,
                                        int j, int i, double (&sum)[5]) {
  const long c = grid.at(k, j, i);
  const State<double> here = state<double>(grid.points, u + c, ri[c]);
  for (double& value : sum) value = 0;
  add_operator<0>(grid, u + c, ri + c, here, i, sum);
  add_operator<1>(grid, u + c, ri + c, here, j, sum);
  add_operator<2>(grid, u + c, ri + c, here, k, sum);
}

/// L(U) at the points (k, j, i), (k, j, i + 1), ... that V holds, 1 <= j, k <= n - 2.  Lanes
/// outside 1 ... n - 2 read their neighbours in memory, which have to be states like others
/// (density not zero), and hold nothing of value.  `along_x` is weights_along_x(grid, i), made once
/// for all rows.
template <typename V>
LEAGUE_PORTABLE inline void operator_at(const Grid& grid, const double* u, const double* ri, int k,
                                        int j, int i, const Weights<V>& along_x, V (&sum)[5]) {
  const long c = grid.at(k, j, i);
  const int n = grid.n;
  const State<V> here = state<V>(grid.points, u + c, load<V>(ri + c));
  for (V& value : sum) value = all<V>(0);
  add_operator<0>(grid, u + c, ri + c, here, along_x, -2, 2, sum);
  add_operator<1>(grid, u + c, ri + c, here, weights<1>(grid, j), j >= 2 ? -2 * grid.row : 0,
                  j <= n - 3 ? 2 * grid.row : 0, sum);
  add_operator<2>(grid, u + c, ri + c, here, weights<2>(grid, k), k >= 2 ? -2 * grid.plane : 0,
                  k <= n - 3 ? 2 * grid.plane : 0, sum);
}

}  // namespace cfd
