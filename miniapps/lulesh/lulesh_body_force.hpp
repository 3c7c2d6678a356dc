// Forces of an element on its corners, and the motion of a node under them.
#pragma once

#include <cmath>

#include "lulesh_body_geometry.hpp"

namespace lulesh {

/// One component of the areas of the six faces, a quarter of each.
struct Faces {
  double f0, f1, f2, f3, f4, f5;
};

/// A component of the area of the face with four corners, from the two other coordinates.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double face_area(double y0, double y1, double y2,
                                                               double y3, double z0, double z1,
                                                               double z2, double z3) {
  const double y_one = (y3 - y1) + (y2 - y0);
  const double z_one = (z3 - z1) + (z2 - z0);
  const double y_two = (y2 - y0) - (y3 - y1);
  const double z_two = (z2 - z0) - (z3 - z1);
  return 0.0625 * (y_one * z_two - z_one * y_two);
}

[[gnu::always_inline]] LEAGUE_PORTABLE inline Faces face_areas(const Corners& y, const Corners& z) {
  return {face_area(y.a0, y.a1, y.a2, y.a3, z.a0, z.a1, z.a2, z.a3),
          face_area(y.a0, y.a4, y.a5, y.a1, z.a0, z.a4, z.a5, z.a1),
          face_area(y.a1, y.a5, y.a6, y.a2, z.a1, z.a5, z.a6, z.a2),
          face_area(y.a2, y.a6, y.a7, y.a3, z.a2, z.a6, z.a7, z.a3),
          face_area(y.a3, y.a7, y.a4, y.a0, z.a3, z.a7, z.a4, z.a0),
          face_area(y.a4, y.a7, y.a6, y.a5, z.a4, z.a7, z.a6, z.a5)};
}

/// Force of a pressure on the corners: on each the areas of the three faces that meet there.
[[gnu::always_inline]] LEAGUE_PORTABLE inline Corners pressure_force(double pressure,
                                                                     const Corners& y,
                                                                     const Corners& z) {
  const Faces a = face_areas(y, z);
  return {pressure * (a.f0 + a.f1 + a.f4), pressure * (a.f0 + a.f1 + a.f2),
          pressure * (a.f0 + a.f2 + a.f3), pressure * (a.f0 + a.f3 + a.f4),
          pressure * (a.f1 + a.f4 + a.f5), pressure * (a.f1 + a.f2 + a.f5),
          pressure * (a.f2 + a.f3 + a.f5), pressure * (a.f3 + a.f4 + a.f5)};
}

/// How the volume changes as a corner moves along one axis; coordinates of six other corners.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double derivative(double y0, double y1, double y2,
                                                                double y3, double y4, double y5,
                                                                double z0, double z1, double z2,
                                                                double z3, double z4, double z5) {
  return ((y1 + y2) * (z0 + z1) - (y0 + y1) * (z1 + z2) + (y0 + y4) * (z3 + z4) -
          (y3 + y4) * (z0 + z4) - (y2 + y5) * (z3 + z5) + (y3 + y5) * (z2 + z5)) *
         (1.0 / 12.0);
}

/// The same for all eight corners.
[[gnu::always_inline]] LEAGUE_PORTABLE inline Corners derivatives(const Corners& y,
                                                                  const Corners& z) {
  return {derivative(y.a1, y.a2, y.a3, y.a4, y.a5, y.a7, z.a1, z.a2, z.a3, z.a4, z.a5, z.a7),
          derivative(y.a2, y.a3, y.a0, y.a5, y.a6, y.a4, z.a2, z.a3, z.a0, z.a5, z.a6, z.a4),
          derivative(y.a3, y.a0, y.a1, y.a6, y.a7, y.a5, z.a3, z.a0, z.a1, z.a6, z.a7, z.a5),
          derivative(y.a0, y.a1, y.a2, y.a7, y.a4, y.a6, z.a0, z.a1, z.a2, z.a7, z.a4, z.a6),
          derivative(y.a7, y.a6, y.a5, y.a0, y.a3, y.a1, z.a7, z.a6, z.a5, z.a0, z.a3, z.a1),
          derivative(y.a4, y.a7, y.a6, y.a1, y.a0, y.a2, z.a4, z.a7, z.a6, z.a1, z.a0, z.a2),
          derivative(y.a5, y.a4, y.a7, y.a2, y.a1, y.a3, z.a5, z.a4, z.a7, z.a2, z.a1, z.a3),
          derivative(y.a6, y.a5, y.a4, y.a3, y.a2, y.a0, z.a6, z.a5, z.a4, z.a3, z.a2, z.a0)};
}

/// Amounts of the four hourglass modes, motions of the corners that change no volume.
struct Modes {
  double m0, m1, m2, m3;
};

[[gnu::always_inline]] LEAGUE_PORTABLE inline Modes modes(const Corners& a) {
  const double low = (a.a0 - a.a1) + (a.a2 - a.a3);
  const double high = (a.a4 - a.a5) + (a.a6 - a.a7);
  return {((a.a0 + a.a1) - (a.a2 + a.a3)) - ((a.a4 + a.a5) - (a.a6 + a.a7)),
          ((a.a0 - a.a1) - (a.a2 - a.a3)) - ((a.a4 - a.a5) - (a.a6 - a.a7)), low + high,
          high - low};
}

/// What the modes add up to at the corners.
[[gnu::always_inline]] LEAGUE_PORTABLE inline Corners at_corners(const Modes& u) {
  const double sum01 = u.m0 + u.m1;
  const double dif01 = u.m0 - u.m1;
  const double sum23 = u.m2 + u.m3;
  const double dif23 = u.m2 - u.m3;
  return {sum01 + dif23, dif01 - dif23,  dif23 - sum01, -dif01 - dif23,
          sum23 - sum01, -dif01 - sum23, sum01 + sum23, dif01 - sum23};
}

[[gnu::always_inline]] LEAGUE_PORTABLE inline double dot(const Modes& a, const Modes& b) {
  return (a.m0 * b.m0 + a.m1 * b.m1) + (a.m2 * b.m2 + a.m3 * b.m3);
}

/// The part of an element that its hourglass forces need: modes of the coordinates, and how the
/// volume depends on them, the latter divided by the volume.
struct Hourglass {
  Modes x, y, z;
  CornerVectors slope;
};

[[gnu::always_inline]] LEAGUE_PORTABLE inline Corners scaled(double c, const Corners& a) {
  return {c * a.a0, c * a.a1, c * a.a2, c * a.a3, c * a.a4, c * a.a5, c * a.a6, c * a.a7};
}

[[gnu::always_inline]] LEAGUE_PORTABLE inline Hourglass hourglass(const CornerVectors& r,
                                                                  double volume) {
  const double inverse = 1.0 / volume;
  return {modes(r.x),
          modes(r.y),
          modes(r.z),
          {scaled(inverse, derivatives(r.y, r.z)), scaled(inverse, derivatives(r.z, r.x)),
           scaled(inverse, derivatives(r.x, r.y))}};
}

/// Force along one axis against the hourglass part of the velocity: c times H (H^T v), where
/// column m of H is mode m less its share of a change of volume.
[[gnu::always_inline]] LEAGUE_PORTABLE inline Corners damping(const Hourglass& h, double c,
                                                              const Corners& v) {
  const double x = dot(h.slope.x, v);
  const double y = dot(h.slope.y, v);
  const double z = dot(h.slope.z, v);
  const Modes all = modes(v);
  const Modes u = {c * (all.m0 - (h.x.m0 * x + h.y.m0 * y + h.z.m0 * z)),
                   c * (all.m1 - (h.x.m1 * x + h.y.m1 * y + h.z.m1 * z)),
                   c * (all.m2 - (h.x.m2 * x + h.y.m2 * y + h.z.m2 * z)),
                   c * (all.m3 - (h.x.m3 * x + h.y.m3 * y + h.z.m3 * z))};
  const Corners whole = at_corners(u);
  return shifted(shifted(shifted(whole, -dot(h.x, u), h.slope.x), -dot(h.y, u), h.slope.y),
                 -dot(h.z, u), h.slope.z);
}

/// What an element's forces rest on beside its corners: pressure with viscosity, how strongly
/// hourglass motion is damped (not positive), volume.
struct Strain {
  double pressure;
  double damping;
  double size;
};

[[gnu::always_inline]] LEAGUE_PORTABLE inline Strain strain_of(const Mesh& m, const double* f,
                                                               long e) {
  const double p = f[m.at(pressure) + e] + f[m.at(viscosity) + e];
  const double size = f[m.at(initial_volume) + e] * f[m.at(volume) + e];
  constexpr double strength = 3.0 * 0.01;
  const double c =
      -strength * f[m.at(sound_speed_of) + e] * f[m.at(element_mass) + e] * inverse_cube_root(size);
  return {p, c, size};
}

/// All forces of an element on its corners: pressure, viscosity and hourglass damping.
template <typename Find>
[[gnu::always_inline]] LEAGUE_PORTABLE inline CornerVectors element_forces(const Mesh& m,
                                                                           const double* f, long e,
                                                                           Find find) {
  const CornerVectors r = positions(find);
  const CornerVectors v = velocities(find);
  const auto [p, c, size] = strain_of(m, f, e);
  const Hourglass h = hourglass(r, size);
  return {shifted(damping(h, c, v.x), 1.0, pressure_force(p, r.y, r.z)),
          shifted(damping(h, c, v.y), 1.0, pressure_force(p, r.z, r.x)),
          shifted(damping(h, c, v.z), 1.0, pressure_force(p, r.x, r.y))};
}

[[gnu::always_inline]] LEAGUE_PORTABLE inline void store_corners(double* to, long ne,
                                                                 const Corners& a) {
  to[0] = a.a0;
  to[ne] = a.a1;
  to[2 * ne] = a.a2;
  to[3 * ne] = a.a3;
  to[4 * ne] = a.a4;
  to[5 * ne] = a.a5;
  to[6 * ne] = a.a6;
  to[7 * ne] = a.a7;
}

/// Keeps the forces of an element where its nodes find them.
[[gnu::always_inline]] LEAGUE_PORTABLE inline void store_forces(const Mesh& m, double* f,
                                                                const int* lists, long e) {
  const CornerVectors force = element_forces(m, f, e, listed(m, f, lists, e));
  store_corners(f + m.corner_force(0) + e, m.ne, force.x);
  store_corners(f + m.corner_force(1) + e, m.ne, force.y);
  store_corners(f + m.corner_force(2) + e, m.ne, force.z);
}

/// Sum of the forces that the elements around a node exert on it along an axis.  A node at the
/// surface has fewer than eight; the others are the zero behind all corners.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double force_on(const Mesh& m, const double* f,
                                                              const int* lists, int axis, long n) {
  const double* force = f + m.corner_force(axis);
  const int* corner = lists + m.node_corners() + n;
  return ((force[corner[0]] + force[corner[m.nn]]) +
          (force[corner[2 * m.nn]] + force[corner[3 * m.nn]])) +
         ((force[corner[4 * m.nn]] + force[corner[5 * m.nn]]) +
          (force[corner[6 * m.nn]] + force[corner[7 * m.nn]]));
}

/// A velocity after the acceleration; what is hardly moving stands still.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double accelerated(double v, double force,
                                                                 double mass, bool fixed,
                                                                 double dt) {
  const double next = v + (fixed ? 0.0 : force / mass) * dt;
  constexpr double u_cut = 1e-7;
  return std::abs(next) < u_cut ? 0.0 : next;
}

/// Moves a node under a force for a time step.
[[gnu::always_inline]] LEAGUE_PORTABLE inline void move_node(const Mesh& m, double* f,
                                                             const int* lists, Vector force,
                                                             double dt, long n) {
  const int fixed = lists[m.fixed() + n];
  const double mass = f[m.at(node_mass) + n];
  const double u = accelerated(f[m.at(vel_x) + n], force.x, mass, (fixed & 1) != 0, dt);
  const double v = accelerated(f[m.at(vel_y) + n], force.y, mass, (fixed & 2) != 0, dt);
  const double w = accelerated(f[m.at(vel_z) + n], force.z, mass, (fixed & 4) != 0, dt);
  f[m.at(vel_x) + n] = u;
  f[m.at(vel_y) + n] = v;
  f[m.at(vel_z) + n] = w;
  f[m.at(pos_x) + n] += u * dt;
  f[m.at(pos_y) + n] += v * dt;
  f[m.at(pos_z) + n] += w * dt;
}

/// Moves a node under the forces that its elements left for it.
[[gnu::always_inline]] LEAGUE_PORTABLE inline void gather_and_move(const Mesh& m, double* f,
                                                                   const int* lists, double dt,
                                                                   long n) {
  const Vector force = {force_on(m, f, lists, 0, n), force_on(m, f, lists, 1, n),
                        force_on(m, f, lists, 2, n)};
  move_node(m, f, lists, force, dt, n);
}

}  // namespace lulesh
