// What happens at one point: the residual, and the two sweeps of a relaxation step.
#pragma once

#include "../cfd/cfd_body_operator.hpp"
#include "../cfd/cfd_fields.hpp"
#include "league/portable.hpp"

namespace lu {

constexpr double omega = 1.2;                            // over-relaxation
constexpr double increment = 1 / (omega * (2 - omega));  // what U takes of the increment

/// Where a point is kept: i * x + j * y + k * z, component m further by m * grid.points.
struct Layout {
  cfd::Grid grid;
  long x, y, z;

  LEAGUE_PORTABLE constexpr long at(int i, int j, int k) const { return i * x + j * y + k * z; }

  /// Distance of neighbours along an axis in memory.
  template <int axis>
  LEAGUE_PORTABLE constexpr long step() const {
    return axis == 0 ? x : axis == 1 ? y : z;
  }
};

/// The order of the formulas: line by line, x fastest.
LEAGUE_PORTABLE constexpr Layout lexicographic(int n, double dt) {
  return {cfd::Grid(n, dt), 1, n, long(n) * n};
}

/// Skewed coordinates: plane i + j + k, then k, then j.  Points of a plane do not depend on each
/// other, and those of one k are neighbours in memory.  Two thirds of the places belong to no
/// point. Planes and components are apart by odd numbers of cache lines, so that they do not
/// compete for the same places in a cache.
LEAGUE_PORTABLE constexpr Layout skewed(int n, double dt) {
  const long row = (n + 7) / 8 * 8;
  const long page = 512;  // doubles
  const long plane = (row * n + page - 1) / page * page + 24;
  const long points = (plane * (3 * n - 2) + page - 1) / page * page + 104;
  return {cfd::Grid(n, dt, row, plane, points), plane, plane + 1, plane + row};
}

/// Inner index i of the t-th diagonal of a square of m x m inner points, where it has a point for
/// every j: the two diagonals i + j = t + 2 and i + j = t + 2 + m together.
LEAGUE_PORTABLE constexpr int on_diagonal(int m, int t, int j) {
  return t + 1 < j ? t + 2 - j + m : t + 2 - j;
}

/// Adds (a A + b V + c I) w to `sum`, where A and V are the convective and the viscous Jacobian of
/// the axis at state s (see cfd/cfd_body_jacobian.hpp), without forming them.
template <int axis, typename V>
[[gnu::always_inline]] LEAGUE_PORTABLE inline void add_block(const cfd::State<V>& s, double a,
                                                             double b, double c, const V (&w)[5],
                                                             V (&sum)[5]) {
  const V along = s.velocity[axis];
  const V y1 = w[1] - s.velocity[0] * w[0];  // density times the change of velocity
  const V y2 = w[2] - s.velocity[1] * w[0];
  const V y3 = w[3] - s.velocity[2] * w[0];
  const V across = axis == 0 ? y1 : axis == 1 ? y2 : y3;
  const V q = s.sq * s.ri;
  const V energy = s.u[4] * s.ri;
  const V pressure = cfd::c2 * (w[4] + q * w[0] - s.velocity[0] * w[1] - s.velocity[1] * w[2] -
                                s.velocity[2] * w[3]);
  const V enthalpy = cfd::c1 * energy - cfd::c2 * q;
  const V br = (b * cfd::c34) * s.ri;
  constexpr double stretch = 4.0 / 3.0;
  constexpr double heat = cfd::c1345 / cfd::c34;
  constexpr double g1 = axis == 0 ? stretch : 1.0;
  constexpr double g2 = axis == 1 ? stretch : 1.0;
  constexpr double g3 = axis == 2 ? stretch : 1.0;
  const V ax = a * across;
  const V diagonal = a * along + c;

  sum[0] += a * w[axis + 1] + c * w[0];
  sum[1] += ax * s.velocity[0] + diagonal * w[1] + (g1 * br) * y1;
  sum[2] += ax * s.velocity[1] + diagonal * w[2] + (g2 * br) * y2;
  sum[3] += ax * s.velocity[2] + diagonal * w[3] + (g3 * br) * y3;
  sum[axis + 1] += a * pressure;
  sum[4] += ax * enthalpy + diagonal * w[4] + (a * along) * pressure +
            br * ((g1 - heat) * (s.velocity[0] * y1) + (g2 - heat) * (s.velocity[1] * y2) +
                  (g3 - heat) * (s.velocity[2] * y3) + heat * (w[4] - energy * w[0]));
}

/// Solves (I + the centre blocks of all axes) w = r in place.  The sum of the viscous Jacobians is
/// lower triangular, with nothing but the diagonal and column 0 in rows 1 to 3.
template <typename V>
[[gnu::always_inline]] LEAGUE_PORTABLE inline void solve_centre(const cfd::Grid& grid,
                                                                const cfd::State<V>& s, V (&r)[5]) {
  const double a = 2 * grid.dt * grid.t1;
  const double d = 1 + a * (cfd::diffusion<0> + cfd::diffusion<1> + cfd::diffusion<2>);
  constexpr double g = cfd::c34 * (10.0 / 3.0);
  const V ari = a * s.ri;
  const V momentum = 1.0 / (d + g * ari);
  r[0] = (1 / d) * r[0];
  V change = cfd::all<V>(0);  // velocity times density times its change
  for (int m = 1; m < 4; ++m) {
    const V v = s.velocity[m - 1];
    r[m] = momentum * (r[m] + g * ari * v * r[0]);
    change += v * (r[m] - v * r[0]);
  }
  const V energy = s.u[4] * s.ri;
  r[4] = (r[4] - ari * ((g - 3 * cfd::c1345) * change - (3 * cfd::c1345) * energy * r[0])) /
         (d + (3 * cfd::c1345) * ari);
}

/// The two sweeps, by the side of the neighbours that a point needs: the lower sweep goes from the
/// first point to the last, the upper one from the last to the first.
constexpr int lower = -1;
constexpr int upper = 1;

/// The index of first ... last whose turn comes where that of p does in the lower sweep.
template <int side>
LEAGUE_PORTABLE constexpr int turn(int p, int first, int last) {
  return side == lower ? p : first + last - p;
}

/// Adds the block of the neighbour along the axis, in state s, applied to its increment.
template <int side, int axis, typename V>
[[gnu::always_inline]] LEAGUE_PORTABLE inline void add_neighbour(const cfd::Grid& grid,
                                                                 const cfd::State<V>& s,
                                                                 const double* rsd, V (&sum)[5]) {
  V w[5];
  for (int m = 0; m < 5; ++m) w[m] = cfd::load<V>(rsd + m * grid.points);
  const double b = -grid.dt * grid.t1;
  add_block<axis>(s, side * (grid.dt * grid.t2), b, b * cfd::diffusion<axis>, w, sum);
}

/// What the three neighbours' blocks, applied to their increments, have summed up to becomes the
/// new increment of a point in state s whose old one is w: in the lower sweep
/// D^-1 (w - omega * sum), in the upper one w - D^-1 (omega * sum).
template <int side, typename V>
[[gnu::always_inline]] LEAGUE_PORTABLE inline void relax(const cfd::Grid& grid,
                                                         const cfd::State<V>& s, V (&sum)[5],
                                                         V (&w)[5]) {
  if constexpr (side == lower) {
    for (int m = 0; m < 5; ++m) w[m] -= omega * sum[m];
    solve_centre(grid, s, w);
  } else {
    for (int m = 0; m < 5; ++m) sum[m] *= omega;
    solve_centre(grid, s, sum);
    for (int m = 0; m < 5; ++m) w[m] -= sum[m];
  }
}

/// The state at place c.
template <typename V>
[[gnu::always_inline]] LEAGUE_PORTABLE inline cfd::State<V> state_at(const cfd::Grid& grid,
                                                                     const double* u,
                                                                     const double* ri, long c) {
  return cfd::state<V>(grid.points, u + c, cfd::load<V>(ri + c));
}

/// The new increment of a sweep at place c.
template <int side, typename V>
[[gnu::always_inline]] LEAGUE_PORTABLE inline void sweep_at(const Layout& layout, const double* u,
                                                            const double* ri, const double* rsd,
                                                            long c, V (&w)[5]) {
  const cfd::Grid& grid = layout.grid;
  const long x = c + side * layout.x;
  const long y = c + side * layout.y;
  const long z = c + side * layout.z;
  V sum[5] = {};
  add_neighbour<side, 2>(grid, state_at<V>(grid, u, ri, z), rsd + z, sum);
  add_neighbour<side, 1>(grid, state_at<V>(grid, u, ri, y), rsd + y, sum);
  add_neighbour<side, 0>(grid, state_at<V>(grid, u, ri, x), rsd + x, sum);
  for (int m = 0; m < 5; ++m) w[m] = cfd::load<V>(rsd + c + m * grid.points);
  relax<side>(grid, state_at<V>(grid, u, ri, c), sum, w);
}

/// What the state at place c takes of the increment, and 1 / density after it.
[[gnu::always_inline]] LEAGUE_PORTABLE inline void add_at(long points, const double* rsd, double* u,
                                                          double* ri, long c) {
  const double density = u[c] + increment * rsd[c];
  u[c] = density;
  u[c + points] += increment * rsd[c + points];
  u[c + 2 * points] += increment * rsd[c + 2 * points];
  u[c + 3 * points] += increment * rsd[c + 3 * points];
  u[c + 4 * points] += increment * rsd[c + 4 * points];
  ri[c] = 1 / density;
}

/// Weights of one axis at the points that V holds, and of another.
template <typename W>
struct Stencil {
  cfd::Weights<W> x;
  cfd::Weights<W> y;
  cfd::Weights<double> z;
};

/// Adds the operator along one axis at the place c to `sum`.
template <int axis, typename V, typename W>
[[gnu::always_inline]] LEAGUE_PORTABLE inline void add_axis(const Layout& layout, const double* u,
                                                            const double* ri, long c,
                                                            const cfd::Weights<W>& weight,
                                                            const cfd::State<V>& here,
                                                            V (&sum)[5]) {
  const cfd::Grid& grid = layout.grid;
  const long points = grid.points;
  const long step = layout.step<axis>();
  const cfd::State<V> below = cfd::state<V>(points, u + c - step, cfd::load<V>(ri + c - step));
  const cfd::State<V> above = cfd::state<V>(points, u + c + step, cfd::load<V>(ri + c + step));
  long below2 = -2 * step;
  long above2 = 2 * step;
  if constexpr (axis == 2) {  // with x and y there is always something to be multiplied by zero
    if (weight.at[0] == 0) below2 = -step;
    if (weight.at[4] == 0) above2 = step;
  }
  for (int m = 0; m < 5; ++m) {
    const double* far = u + c + m * points;
    sum[m] += weight.at[0] * cfd::load<V>(far + below2) + weight.at[1] * below.u[m] +
              weight.at[2] * here.u[m] + weight.at[3] * above.u[m] +
              weight.at[4] * cfd::load<V>(far + above2);
  }
  V before[5];
  V behind[5];
  cfd::flux<axis>(below, before);
  cfd::flux<axis>(above, behind);
  for (int m = 0; m < 5; ++m) sum[m] += grid.t2 * (before[m] - behind[m]);
  V middle[5];
  cfd::viscous<axis>(below, before);
  cfd::viscous<axis>(here, middle);
  cfd::viscous<axis>(above, behind);
  for (int m = 1; m < 5; ++m) sum[m] += grid.kappa * (behind[m] - 2.0 * middle[m] + before[m]);
}

/// The residual L(U) + f at the place c, times the time step: where a relaxation step begins.
template <typename V, typename W>
[[gnu::always_inline]] LEAGUE_PORTABLE inline void residual_at(const Layout& layout,
                                                               const double* u, const double* ri,
                                                               const double* f, long c,
                                                               const Stencil<W>& stencil,
                                                               V (&r)[5]) {
  const cfd::Grid& grid = layout.grid;
  const cfd::State<V> here = state_at<V>(grid, u, ri, c);
  for (int m = 0; m < 5; ++m) r[m] = cfd::load<V>(f + c + m * grid.points);
  add_axis<0>(layout, u, ri, c, stencil.x, here, r);
  add_axis<1>(layout, u, ri, c, stencil.y, here, r);
  add_axis<2>(layout, u, ri, c, stencil.z, here, r);
  for (int m = 0; m < 5; ++m) r[m] *= grid.dt;
}

/// The same at the point (i, j, k), which is at the place c.
[[gnu::always_inline]] LEAGUE_PORTABLE inline void residual_at(const Layout& layout,
                                                               const double* u, const double* ri,
                                                               const double* f, long c, int i,
                                                               int j, int k, double (&r)[5]) {
  const cfd::Grid& grid = layout.grid;
  residual_at(
      layout, u, ri, f, c,
      Stencil<double>{cfd::weights<0>(grid, i), cfd::weights<1>(grid, j), cfd::weights<2>(grid, k)},
      r);
}

}  // namespace lu
