#include "lulesh-kernels_setup.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "league/check.hpp"
#include "lulesh-kernels_body.hpp"  // Boundary

namespace lulesh_kernels {

Cube::Cube(const LuleshKernels::Class& cls) : s_(cls.s), regions_(cls.regions) {}

// 0 to 15 in no simple order.
unsigned Cube::hashed(int place, int kind) const {
  return (std::uint32_t(place) * 16 + std::uint32_t(kind)) * 2654435769U >> 28U;
}

int Cube::corner(int e, int k) const {
  const Place at = place_of_element(e);
  const int right = k % 4 == 1 || k % 4 == 2 ? 1 : 0;
  const int back = k % 4 >= 2 ? 1 : 0;
  const int up = k / 4;
  return at[0] + right + (s_ + 1) * (at[1] + back + (s_ + 1) * (at[2] + up));
}

int Cube::neighbour(int e, int side) const {
  const std::array<int, 3> stride{1, s_, s_ * s_};
  const int at = place_of_element(e)[std::size_t(side / 2)];
  const int step = side % 2 == 0 ? -1 : 1;
  return at + step < 0 || at + step >= s_ ? e : e + step * stride[std::size_t(side / 2)];
}

int Cube::boundary(int e, int side) const {
  const unsigned draw = hashed(e, side);
  if (neighbour(e, side) == e) return draw % 2 == 0 ? symmetric : free_surface;
  return draw % 4 == 0 ? other_domain : inside;
}

int Cube::region(int e) const { return int(hashed(e / 7, 6) * 37 + hashed(e / 7, 7)) % regions_; }

int Cube::position(int axis, const Place& node) const {
  const int place = node[0] + (s_ + 1) * (node[1] + (s_ + 1) * node[2]);
  return 16 * node[std::size_t(axis)] + int(hashed(place, axis)) / 2 - 4;
}

int Cube::velocity(int axis, const Place& node) const {
  const int place = node[0] + (s_ + 1) * (node[1] + (s_ + 1) * node[2]);
  return int(hashed(place, 3 + axis)) - 9 * node[std::size_t(axis)];
}

int Cube::initial_volume(int e) const { return 3600 + 64 * int(hashed(e, 8)); }
int Cube::change(int e) const {
  constexpr int wide = (1 << 24) + 1;  // more digits than single precision has
  return 3 * wide * (int(hashed(e, 10)) - 9);
}

int Cube::strain(int axis, int e) const {
  const int one = int(hashed(e, 11)) - 7;
  const int two = 2 * one + 1;
  return axis == 0 ? one : axis == 1 ? two : -one - two;
}

int Cube::energy(int e) const { return e % 8 == 3 ? 0 : int(hashed(e, 12)) + 1; }
int Cube::pressure(int e) const { return e % 8 == 3 ? 0 : int(hashed(e, 13)); }
int Cube::by_pressure(int e) const { return int(hashed(e, 14)) + 1; }
int Cube::by_energy(int e) const { return int(hashed(e, 15)) + 2; }
double Cube::relative_volume(int e) const { return (48 + int(hashed(e, 1))) / 64.0; }
double Cube::mass(int e) const { return (20 + int(hashed(e, 9))) / 64.0; }

Cube::Vector Cube::difference(int direction, int e, bool of_velocity) const {
  Vector sum{};
  const Place at = place_of_element(e);
  for (int k = 0; k < 8; ++k) {
    const Place node{at[0] + (k & 1), at[1] + (k >> 1 & 1), at[2] + (k >> 2 & 1)};
    const double sign = (k >> direction & 1) != 0 ? 0.25 : -0.25;
    for (int axis = 0; axis < 3; ++axis)
      sum[std::size_t(axis)] += sign * (of_velocity ? velocity(axis, node) : position(axis, node));
  }
  return sum;
}

Cube::Vector Cube::area(int direction, int e) const {
  const Vector b = difference((direction + 1) % 3, e, false);
  const Vector c = difference((direction + 2) % 3, e, false);
  return {b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]};
}

double Cube::extent(int direction, int e) const {
  const Vector a = area(direction, e);
  return initial_volume(e) * relative_volume(e) /
         std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

Cube::Scaled Cube::gradient(int direction, int e) const {
  const Vector a = area(direction, e);
  const Vector v = difference(direction, e, true);
  double sum = 0;
  double magnitude = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    sum += a[axis] * v[axis];
    magnitude += std::abs(a[axis] * v[axis]);
  }
  const double size = initial_volume(e) * relative_volume(e);
  return {sum / size, magnitude / size};
}

Cube::Scaled Cube::beyond(int direction, int side, int e) const {
  const int kind = boundary(e, side);
  if (kind == free_surface) return {0, 0};
  return gradient(direction, kind == symmetric ? e : neighbour(e, side));
}

Cube::Share Cube::share(int direction, int e) const {
  const Scaled own = gradient(direction, e);
  const Scaled minus = beyond(direction, 2 * direction, e);
  const Scaled plus = beyond(direction, 2 * direction + 1, e);
  const double length = extent(direction, e);
  const double scale = length * std::max({own.scale, minus.scale, plus.scale});
  if (own.value >= 0) return {0, 0, scale};
  const double before = minus.value / own.value;
  const double behind = plus.value / own.value;
  const double phi = std::min({(before + behind) / 2, 2 * before, 2 * behind});
  return {length * own.value, std::clamp(phi, 0.0, 1.0), scale};
}

double Cube::density(int e) const { return mass(e) / (initial_volume(e) * relative_volume(e)); }

Cube::Scaled Cube::linear(int e) const {
  Scaled sum{0, 0};
  for (int direction = 0; direction < 3; ++direction) {
    const Share one = share(direction, e);
    sum.value -= density(e) / 2 * one.delta * (1 - one.phi);
    sum.scale += density(e) / 2 * one.scale;
  }
  return {change(e) > 0 ? 0 : sum.value, sum.scale};
}

Cube::Scaled Cube::quadratic(int e) const {
  Scaled sum{0, 0};
  for (int direction = 0; direction < 3; ++direction) {
    const Share one = share(direction, e);
    sum.value += density(e) * 2 / 3 * one.delta * one.delta * (1 - one.phi * one.phi);
    sum.scale += density(e) * 2 / 3 * one.scale * one.scale;
  }
  return {change(e) > 0 ? 0 : sum.value, sum.scale};
}

double Cube::sound_speed(int e) const {
  const double v = relative_volume(e);
  const double squared = by_energy(e) * energy(e) + v * v * by_pressure(e) * pressure(e);
  return squared == 0 ? 3.333333e-19 : std::sqrt(squared);
}

}  // namespace lulesh_kernels

template <typename Real>
LuleshKernels::Data<Real> LuleshKernels::make(const Class& cls) {
  using lulesh_kernels::Cube;
  const Cube cube(cls);
  const auto elements = std::size_t(cube.elements());
  const auto nodes = std::size_t(cube.nodes());
  Data<Real> data;
  data.nodes.resize(8 * elements);
  for (auto* list : {&data.lxim, &data.lxip, &data.letam, &data.letap, &data.lzetam, &data.lzetap,
                     &data.bc, &data.members})
    list->resize(elements);
  const std::array positions{&data.x, &data.y, &data.z};
  const std::array velocities{&data.xd, &data.yd, &data.zd};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    positions[axis]->resize(nodes);
    velocities[axis]->resize(nodes);
    for (std::size_t n = 0; n < nodes; ++n) {
      const Cube::Place place = cube.place_of_node(int(n));
      (*positions[axis])[n] = cube.position(int(axis), place);
      (*velocities[axis])[n] = cube.velocity(int(axis), place);
    }
  }
  for (auto* field : {&data.volo, &data.vnew, &data.mass, &data.change, &data.enew, &data.pnew,
                      &data.bvc, &data.pbvc, &data.dxx, &data.dyy, &data.dzz})
    field->resize(elements);
  for (auto* field : {&data.vdov, &data.delx_xi, &data.delx_eta, &data.delx_zeta, &data.delv_xi,
                      &data.delv_eta, &data.delv_zeta, &data.qq, &data.ql, &data.ss})
    field->resize(elements, league::poison<Real>());

  std::size_t member = 0;
  for (int region = 0; region < cls.regions; ++region) {
    data.region_begin.push_back(int(member));
    for (int e = 0; e < cube.elements(); ++e) {
      if (cube.region(e) != region) continue;
      data.members[member] = e;
      data.enew[member] = cube.energy(e);
      data.pnew[member] = cube.pressure(e);
      data.bvc[member] = cube.by_pressure(e);
      data.pbvc[member] = cube.by_energy(e);
      ++member;
    }
  }
  data.region_begin.push_back(int(member));

  const std::array neighbours{&data.lxim,  &data.lxip,   &data.letam,
                              &data.letap, &data.lzetam, &data.lzetap};
  for (std::size_t e = 0; e < elements; ++e) {
    const int place = int(e);
    for (int k = 0; k < 8; ++k) data.nodes[8 * e + std::size_t(k)] = cube.corner(place, k);
    data.bc[e] = 0;
    for (int side = 0; side < 6; ++side) {
      (*neighbours[std::size_t(side)])[e] = cube.neighbour(place, side);
      data.bc[e] |= cube.boundary(place, side) << 3 * side;
    }
    data.volo[e] = cube.initial_volume(place);
    data.vnew[e] = cube.relative_volume(place);
    data.mass[e] = cube.mass(place);
    data.change[e] = cube.change(place);
    data.dxx[e] = cube.strain(0, place);
    data.dyy[e] = cube.strain(1, place);
    data.dzz[e] = cube.strain(2, place);
  }
  return data;
}

template LuleshKernels::Data<double> LuleshKernels::make(const Class&);
