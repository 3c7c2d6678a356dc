// 5x5 blocks of the linearised operator, row by row: block[5 * row + column].
#pragma once

#include "cfd_body_operator.hpp"
#include "cfd_fields.hpp"
#include "league/portable.hpp"

namespace cfd {

/// Columns of a block that are not zero by construction, by row.  With d the momentum along the
/// axis and n, o the two others: row 0 has columns 0 and d, row n has 0, d and n, row o likewise;
/// rows d and 4 are full.  18 of 25.
template <int axis>
struct Pattern {
  static constexpr int d = axis + 1;
  static constexpr int n = (axis + 1) % 3 + 1;
  static constexpr int o = (axis + 2) % 3 + 1;
};

/// v V + w I, where V is the Jacobian of the viscous terms.
template <int axis, typename V>
LEAGUE_PORTABLE inline void viscous_part(const State<V>& s, double v, double w, V (&block)[25]) {
  constexpr int d = Pattern<axis>::d;
  for (V& value : block) value = all<V>(0);
  block[0] = all<V>(w);
  V* last = block + 20;
  V sum = (c1345 * s.u[4]) * s.ri;
  for (int m = 1; m < 4; ++m) {
    const double g = m == d ? c34 * 4.0 / 3.0 : c34;
    const V velocity = s.velocity[m - 1];
    const V factor = v * s.ri;
    const V weighted = (g - c1345) * velocity;
    block[5 * m] = -(g * factor) * velocity;
    block[5 * m + m] = g * factor + w;
    last[m] = factor * weighted;
    sum += weighted * velocity;
  }
  last[0] = (-v * s.ri) * sum;
  last[4] = (v * c1345) * s.ri + w;
}

/// Adds a A, where A is the Jacobian of the convective flux.
template <int axis, typename V>
LEAGUE_PORTABLE inline void add_convective_part(const State<V>& s, double a, V (&block)[25]) {
  constexpr int d = Pattern<axis>::d;
  const V q = s.sq * s.ri;
  const V energy = c1 * (s.u[4] * s.ri);
  const V along = s.velocity[axis];
  const V flow = a * along;

  block[d] += a;
  V* last = block + 20;
  for (int m = 1; m < 4; ++m) {
    const V velocity = s.velocity[m - 1];
    if (m != d) {
      V* row = block + 5 * m;
      row[0] -= flow * velocity;
      row[m] += flow;
      row[d] += a * velocity;
    }
    block[5 * d + m] -= (a * c2) * velocity;
    last[m] -= c2 * (flow * velocity);
  }
  V* row = block + 5 * d;
  row[0] += (a * c2) * q - flow * along;
  row[d] += 2.0 * flow;
  row[4] += a * c2;
  last[0] += flow * (2.0 * c2 * q - energy);
  last[d] += a * (energy - c2 * q);
  last[4] += c1 * flow;
}

/// y += (a A + v V + w I) x, where A is the Jacobian of the convective flux and V that of the
/// viscous terms, without forming the block: for who needs only one product with it.
template <int axis, typename V>
LEAGUE_PORTABLE inline void add_product(const State<V>& s, double a, double v, double w,
                                        const V (&x)[5], V (&y)[5]) {
  constexpr int d = Pattern<axis>::d;
  const V along = s.velocity[axis];
  const V energy = s.u[4] * s.ri;
  const V q = s.sq * s.ri;
  // What x changes: velocities times density, pressure.
  V change[3];
  V pressure = x[4] + q * x[0];
  V heat = c1345 * (x[4] - energy * x[0]);
  for (int m = 0; m < 3; ++m) {
    change[m] = x[m + 1] - s.velocity[m] * x[0];
    pressure -= s.velocity[m] * x[m + 1];
    const double g = m == axis ? c34 * 4.0 / 3.0 : c34;
    heat += ((g - c1345) * s.velocity[m]) * change[m];
  }
  pressure = c2 * pressure;
  const V flow = a * along;
  const V across = a * change[axis];
  const V factor = v * s.ri;
  y[0] += a * x[d] + w * x[0];
  for (int m = 0; m < 3; ++m) {
    const double g = m == axis ? c34 * 4.0 / 3.0 : c34;
    y[m + 1] += flow * x[m + 1] + s.velocity[m] * across + (g * factor) * change[m] + w * x[m + 1];
  }
  y[d] += a * pressure;
  y[4] += flow * (x[4] + pressure) + (c1 * energy - c2 * q) * across + factor * heat + w * x[4];
}

/// Block of the lower neighbour along the axis, from its state.
template <int axis, typename V>
LEAGUE_PORTABLE inline void lower(const Grid& grid, const State<V>& below, V (&block)[25]) {
  const double factor = -grid.dt * grid.t1;
  viscous_part<axis>(below, factor, factor * diffusion<axis>, block);
  add_convective_part<axis>(below, -grid.dt * grid.t2, block);
}

/// Block of the upper neighbour along the axis, from its state.
template <int axis, typename V>
LEAGUE_PORTABLE inline void upper(const Grid& grid, const State<V>& above, V (&block)[25]) {
  const double factor = -grid.dt * grid.t1;
  viscous_part<axis>(above, factor, factor * diffusion<axis>, block);
  add_convective_part<axis>(above, grid.dt * grid.t2, block);
}

/// Block of the point itself, identity not included.  The flux has no part in it.
template <int axis, typename V>
LEAGUE_PORTABLE inline void centre(const Grid& grid, const State<V>& here, V (&block)[25]) {
  const double factor = 2 * grid.dt * grid.t1;
  viscous_part<axis>(here, factor, factor * diffusion<axis>, block);
}

}  // namespace cfd
