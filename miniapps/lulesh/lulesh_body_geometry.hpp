// Geometry of a hexahedron with eight corners: volume, size, change of volume.
//
// Nothing here is an array: after inlining all of it stays in registers, and a loop over elements
// can take a vector of them at a time.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "league/portable.hpp"
#include "lulesh_fields.hpp"

namespace lulesh {

/// One quantity at the corners of an element.
struct Corners {
  double a0, a1, a2, a3, a4, a5, a6, a7;
};

/// A vector at the corners of an element.
struct CornerVectors {
  Corners x, y, z;
};

/// A vector.
struct Vector {
  double x, y, z;
};

[[gnu::always_inline]] LEAGUE_PORTABLE inline double smaller(double a, double b) {
  return a < b ? a : b;
}

[[gnu::always_inline]] LEAGUE_PORTABLE inline double larger(double a, double b) {
  return a > b ? a : b;
}

[[gnu::always_inline]] LEAGUE_PORTABLE inline Vector operator+(Vector a, Vector b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}

[[gnu::always_inline]] LEAGUE_PORTABLE inline Vector operator-(Vector a, Vector b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}

[[gnu::always_inline]] LEAGUE_PORTABLE inline Vector operator*(double c, Vector a) {
  return {c * a.x, c * a.y, c * a.z};
}

[[gnu::always_inline]] LEAGUE_PORTABLE inline double dot(Vector a, Vector b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

[[gnu::always_inline]] LEAGUE_PORTABLE inline Vector cross(Vector a, Vector b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Values at the corners of one element as the list of its nodes tells: field 0 to 2 the position,
/// 3 to 5 the velocity.
struct ListedCorners {
  const double* fields;
  const int* node;
  long nn;
  long ne;

  [[gnu::always_inline]] LEAGUE_PORTABLE double operator()(int field, int k) const {
    return fields[field * nn + node[k * ne]];
  }
};

/// The corners of element e.
[[gnu::always_inline]] LEAGUE_PORTABLE inline ListedCorners listed(const Mesh& m, const double* f,
                                                                   const int* lists, long e) {
  return {f + m.at(pos_x), lists + m.corner_nodes() + e, m.nn, m.ne};
}

/// A field at the corners.  How to come by it is up to the caller: a host that has the nodes of
/// several elements side by side has a better way than the list.
template <typename Find>
[[gnu::always_inline]] LEAGUE_PORTABLE inline Corners at_corners(int field, Find find) {
  return {find(field, 0), find(field, 1), find(field, 2), find(field, 3),
          find(field, 4), find(field, 5), find(field, 6), find(field, 7)};
}

template <typename Find>
[[gnu::always_inline]] LEAGUE_PORTABLE inline CornerVectors positions(Find find) {
  return {at_corners(0, find), at_corners(1, find), at_corners(2, find)};
}

template <typename Find>
[[gnu::always_inline]] LEAGUE_PORTABLE inline CornerVectors velocities(Find find) {
  return {at_corners(3, find), at_corners(4, find), at_corners(5, find)};
}

/// a + c * b, corner by corner.
[[gnu::always_inline]] LEAGUE_PORTABLE inline Corners shifted(const Corners& a, double c,
                                                              const Corners& b) {
  return {a.a0 + c * b.a0, a.a1 + c * b.a1, a.a2 + c * b.a2, a.a3 + c * b.a3,
          a.a4 + c * b.a4, a.a5 + c * b.a5, a.a6 + c * b.a6, a.a7 + c * b.a7};
}

[[gnu::always_inline]] LEAGUE_PORTABLE inline double dot(const Corners& a, const Corners& b) {
  return ((a.a0 * b.a0 + a.a1 * b.a1) + (a.a2 * b.a2 + a.a3 * b.a3)) +
         ((a.a4 * b.a4 + a.a5 * b.a5) + (a.a6 * b.a6 + a.a7 * b.a7));
}

/// The corners as vectors of their own.
struct Points {
  Vector r0, r1, r2, r3, r4, r5, r6, r7;
};

[[gnu::always_inline]] LEAGUE_PORTABLE inline Points points(const CornerVectors& c) {
  return {{c.x.a0, c.y.a0, c.z.a0}, {c.x.a1, c.y.a1, c.z.a1}, {c.x.a2, c.y.a2, c.z.a2},
          {c.x.a3, c.y.a3, c.z.a3}, {c.x.a4, c.y.a4, c.z.a4}, {c.x.a5, c.y.a5, c.z.a5},
          {c.x.a6, c.y.a6, c.z.a6}, {c.x.a7, c.y.a7, c.z.a7}};
}

/// Volume of an element: three triple products.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double volume_of(const Points& r) {
  const double one = dot((r.r3 - r.r1) + (r.r7 - r.r2), cross(r.r6 - r.r3, r.r2 - r.r0));
  const double two = dot((r.r4 - r.r3) + (r.r5 - r.r7), cross(r.r6 - r.r4, r.r7 - r.r0));
  const double three = dot((r.r1 - r.r4) + (r.r2 - r.r5), cross(r.r6 - r.r1, r.r5 - r.r0));
  return (one + two + three) * (1.0 / 12.0);
}

/// Sixteen times the squared area of a face, roughly.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double face_size(Vector r0, Vector r1, Vector r2,
                                                               Vector r3) {
  const Vector f = (r2 - r0) - (r3 - r1);
  const Vector g = (r2 - r0) + (r3 - r1);
  const double mixed = dot(f, g);
  return dot(f, f) * dot(g, g) - mixed * mixed;
}

/// How far a signal has to go to cross the element: its volume by its largest face.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double length_of(const Points& r, double volume) {
  double largest = face_size(r.r0, r.r1, r.r2, r.r3);
  largest = larger(largest, face_size(r.r4, r.r5, r.r6, r.r7));
  largest = larger(largest, face_size(r.r0, r.r1, r.r5, r.r4));
  largest = larger(largest, face_size(r.r1, r.r2, r.r6, r.r5));
  largest = larger(largest, face_size(r.r2, r.r3, r.r7, r.r6));
  largest = larger(largest, face_size(r.r3, r.r0, r.r4, r.r7));
  return 4.0 * volume / std::sqrt(largest);
}

/// Edge vectors of the middle of an element: what a coordinate grows by per direction.
struct Frame {
  double xi, eta, zeta;
};

[[gnu::always_inline]] LEAGUE_PORTABLE inline Frame frame(const Corners& a) {
  const double d60 = a.a6 - a.a0;
  const double d53 = a.a5 - a.a3;
  const double d71 = a.a7 - a.a1;
  const double d42 = a.a4 - a.a2;
  return {0.125 * (d60 + d53 - d71 - d42), 0.125 * (d60 - d53 + d71 - d42),
          0.125 * (d60 + d53 + d71 + d42)};
}

/// Sum over the corners of shape derivatives, whose cofactors are given, times a velocity.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double along(double xi, double eta, double zeta,
                                                           const Corners& v) {
  const double d0 = v.a0 - v.a6;
  const double d1 = v.a1 - v.a7;
  const double d2 = v.a2 - v.a4;
  const double d3 = v.a3 - v.a5;
  return xi * ((d1 + d2) - (d0 + d3)) + eta * ((d2 + d3) - (d0 + d1)) -
         zeta * ((d0 + d1) + (d2 + d3));
}

/// Divergence of the velocity in the middle of an element.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double divergence(const CornerVectors& r,
                                                                const CornerVectors& v) {
  const Frame x = frame(r.x);
  const Frame y = frame(r.y);
  const Frame z = frame(r.z);
  const Vector xi = {x.xi, y.xi, z.xi};
  const Vector eta = {x.eta, y.eta, z.eta};
  const Vector zeta = {x.zeta, y.zeta, z.zeta};
  const Vector c_xi = cross(eta, zeta);
  const Vector c_eta = cross(zeta, xi);
  const Vector c_zeta = cross(xi, eta);
  const double determinant = 8.0 * dot(eta, c_eta);
  return (along(c_xi.x, c_eta.x, c_zeta.x, v.x) + along(c_xi.y, c_eta.y, c_zeta.y, v.y) +
          along(c_xi.z, c_eta.z, c_zeta.z, v.z)) /
         determinant;
}

/// 1 / cbrt(v) of a positive normal number, without division or library call: a guess that is 4 %
/// off at most, from the exponent, then 2e-4, 3e-11 and rounding after three iterations.
[[gnu::always_inline]] LEAGUE_PORTABLE inline double inverse_cube_root(double v) {
  std::uint64_t bits;
  std::memcpy(&bits, &v, sizeof bits);
  constexpr std::uint64_t third = 0x55555556U;  // 2^32 / 3
  bits = (0x553ef0ffU - (((bits >> 32U) * third) >> 32U)) << 32U;
  double y;
  std::memcpy(&y, &bits, sizeof y);
  double h = 1.0 - v * y * y * y;
  y += y * h * (1.0 / 3.0 + h * (2.0 / 9.0));
  h = 1.0 - v * y * y * y;
  y += y * h * (1.0 / 3.0 + h * (2.0 / 9.0));
  h = 1.0 - v * y * y * y;
  return y + y * h * (1.0 / 3.0 + h * (2.0 / 9.0));
}

}  // namespace lulesh
