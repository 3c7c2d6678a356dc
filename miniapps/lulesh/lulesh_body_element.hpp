// What the four kernels of the lambda study do with one element: its new volume, the velocity
// gradients in it, the artificial viscosity that they call for, its speed of sound.
#pragma once

#include <cmath>

#include "lulesh_body_geometry.hpp"

namespace lulesh {

/// New volume, size, and rate of change of an element whose nodes have moved by dt.
template <typename Find>
[[gnu::always_inline]] LEAGUE_PORTABLE inline void lagrange_element(const Mesh& m, double* f,
                                                                    double dt, long e, Find find) {
  const CornerVectors r = positions(find);
  const CornerVectors v = velocities(find);
  const Points p = points(r);
  const double size = volume_of(p);
  const double relative = size / f[m.at(initial_volume) + e];
  const double back = -0.5 * dt;  // the rate is taken half a step before
  f[m.at(new_volume) + e] = relative;
  f[m.at(volume_change) + e] = relative - f[m.at(volume) + e];
  f[m.at(length) + e] = length_of(p, size);
  f[m.at(volume_rate) + e] =
      divergence({shifted(r.x, back, v.x), shifted(r.y, back, v.y), shifted(r.z, back, v.z)}, v);
}

constexpr double tiny = 1e-36;  ///< what keeps a denominator from being zero

/// Twelve face averages make three vectors from face to opposite face.
struct Middle {
  Vector i, j, k;
};

[[gnu::always_inline]] LEAGUE_PORTABLE inline Middle middle(const Points& r) {
  return {0.25 * (((r.r1 + r.r2) + (r.r6 + r.r5)) - ((r.r0 + r.r3) + (r.r7 + r.r4))),
          -0.25 * (((r.r0 + r.r1) + (r.r5 + r.r4)) - ((r.r3 + r.r2) + (r.r6 + r.r7))),
          0.25 * (((r.r4 + r.r5) + (r.r6 + r.r7)) - ((r.r0 + r.r1) + (r.r2 + r.r3)))};
}

/// Extent of an element along its three directions, and how much the velocity differs along them.
template <typename Find>
[[gnu::always_inline]] LEAGUE_PORTABLE inline void q_gradient(const Mesh& m, double* f, long e,
                                                              Find find) {
  const Middle r = middle(points(positions(find)));
  const Middle v = middle(points(velocities(find)));
  const double size = f[m.at(initial_volume) + e] * f[m.at(new_volume) + e];
  const double inverse = 1.0 / (size + tiny);
  const Vector zeta = cross(r.i, r.j);
  const Vector xi = cross(r.j, r.k);
  const Vector eta = cross(r.k, r.i);
  f[m.at(width_zeta) + e] = size / std::sqrt(dot(zeta, zeta) + tiny);
  f[m.at(gradient_zeta) + e] = inverse * dot(zeta, v.k);
  f[m.at(width_xi) + e] = size / std::sqrt(dot(xi, xi) + tiny);
  f[m.at(gradient_xi) + e] = inverse * dot(xi, v.i);
  f[m.at(width_eta) + e] = size / std::sqrt(dot(eta, eta) + tiny);
  f[m.at(gradient_eta) + e] = inverse * dot(eta, v.j);
}

/// Velocity gradients behind the sides of one element, as the list of its neighbours tells.  At a
/// plane of symmetry the neighbour is the element's own image, behind a free surface there is no
/// gradient.
struct ListedNeighbours {
  const double* gradients;
  const int* neighbour;
  long ne;
  long own;
  int sides;

  [[gnu::always_inline]] LEAGUE_PORTABLE double operator()(int side) const {
    const double* gradient = gradients + side / 2 * ne;
    const double behind = gradient[neighbour[side * ne]];
    const double outside = side % 2 == 0 ? gradient[own] : 0.0;
    return (sides >> side & 1) != 0 ? outside : behind;
  }
};

/// The neighbours of element e.
[[gnu::always_inline]] LEAGUE_PORTABLE inline ListedNeighbours neighbours(const Mesh& m,
                                                                          const double* f,
                                                                          const int* lists,
                                                                          long e) {
  return {f + m.at(gradient_xi), lists + m.neighbours() + e, m.ne, e, lists[m.boundary() + e]};
}

/// How smooth the velocity is along a direction, 0 to 1: the gradients before and behind compared
/// with the own one.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double limiter(double own, double before,
                                                             double behind) {
  const double inverse = 1.0 / (own + tiny);
  const double minus = before * inverse;
  const double plus = behind * inverse;
  const double phi = smaller(0.5 * (minus + plus), smaller(2.0 * minus, 2.0 * plus));
  return smaller(larger(phi, 0.0), 1.0);
}

/// The linear and the quadratic part of the artificial viscosity.
struct Viscosity {
  double linear, quadratic;
};

template <typename Find>
[[gnu::always_inline]] LEAGUE_PORTABLE inline Viscosity viscosity_in(const Mesh& m, const double* f,
                                                                     long e, Find find) {
  const double* gradient = f + m.at(gradient_xi);
  const double* width = f + m.at(width_xi);
  const double phi_xi = limiter(gradient[e], find(xi_minus), find(xi_plus));
  const double phi_eta = limiter(gradient[m.ne + e], find(eta_minus), find(eta_plus));
  const double phi_zeta = limiter(gradient[2 * m.ne + e], find(zeta_minus), find(zeta_plus));
  const double xi = smaller(0.0, gradient[e] * width[e]);
  const double eta = smaller(0.0, gradient[m.ne + e] * width[m.ne + e]);
  const double zeta = smaller(0.0, gradient[2 * m.ne + e] * width[2 * m.ne + e]);
  const double density =
      f[m.at(element_mass) + e] / (f[m.at(initial_volume) + e] * f[m.at(new_volume) + e]);
  const double linear =
      -0.5 * density * (xi * (1.0 - phi_xi) + eta * (1.0 - phi_eta) + zeta * (1.0 - phi_zeta));
  const double quadratic =
      (2.0 / 3.0) * density *
      (xi * xi * (1.0 - phi_xi * phi_xi) + eta * eta * (1.0 - phi_eta * phi_eta) +
       zeta * zeta * (1.0 - phi_zeta * phi_zeta));
  const bool expands = f[m.at(volume_rate) + e] > 0.0;
  return {expands ? 0.0 : linear, expands ? 0.0 : quadratic};
}

/// Stores both for element e, its neighbours found by their list.
[[gnu::always_inline]] LEAGUE_PORTABLE inline void q_element(const Mesh& m, double* f,
                                                             const int* lists, long e) {
  const Viscosity q = viscosity_in(m, f, e, neighbours(m, f, lists, e));
  f[m.at(linear_q) + e] = q.linear;
  f[m.at(quadratic_q) + e] = q.quadratic;
}

constexpr double eos_min = 1e-9;  ///< range of relative volumes that the gas knows
constexpr double eos_max = 1e9;

/// Relative volume as the gas sees it.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double gas_volume(double relative) {
  return smaller(larger(relative, eos_min), eos_max);
}

/// Speed of sound in a gas of that energy, relative volume and pressure, whose density at the start
/// is 1: the derivative of the pressure at constant energy is (2/3) e, that of the energy the rest.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double speed_of_sound(double e, double v, double p) {
  constexpr double least = 1.111111e-37;
  return std::sqrt(larger((2.0 / 3.0) * (e + v * p), least));
}

/// Speed of sound in an element whose energy and pressure are those of the end of the cycle.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double sound_speed_in(const Mesh& m, const double* f,
                                                                    long e) {
  return speed_of_sound(f[m.at(energy) + e], gas_volume(f[m.at(new_volume) + e]),
                        f[m.at(pressure) + e]);
}

}  // namespace lulesh
