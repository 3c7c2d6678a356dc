// The cube: what its fields and lists are, and what the kernels have to make of them, from the
// place of an element in the cube and nothing else.
#pragma once

#include <array>

#include "lulesh-kernels.hpp"

namespace lulesh_kernels {

class Cube {
 public:
  using Place = std::array<int, 3>;  ///< along the three axes

  /// A value, and the sum of magnitudes from which it was made.
  struct Scaled {
    double value, scale;
  };

  explicit Cube(const LuleshKernels::Class& cls);

  int elements() const { return s_ * s_ * s_; }
  int nodes() const { return (s_ + 1) * (s_ + 1) * (s_ + 1); }
  Place place_of_element(int e) const { return {e % s_, e / s_ % s_, e / s_ / s_}; }
  Place place_of_node(int n) const {
    return {n % (s_ + 1), n / (s_ + 1) % (s_ + 1), n / (s_ + 1) / (s_ + 1)};
  }
  /// Corner k of an element, in the order of LULESH: around the lower face, then the upper one.
  int corner(int e, int k) const;
  /// The element behind a side; the own one where there is none.
  int neighbour(int e, int side) const;
  int boundary(int e, int side) const;  ///< one of Boundary
  int region(int e) const;

  // Whole numbers.
  int position(int axis, const Place& node) const;
  int velocity(int axis, const Place& node) const;
  int initial_volume(int e) const;
  int change(int e) const;            ///< of volume in a step; a multiple of three
  int strain(int axis, int e) const;  ///< at the beginning; the three add up to zero
  // Of a gas of which one in eight elements holds nothing.
  int energy(int e) const;
  int pressure(int e) const;
  int by_pressure(int e) const;
  int by_energy(int e) const;
  double relative_volume(int e) const;  ///< a multiple of 1/64
  double mass(int e) const;             ///< so little that viscosities are below one

  double extent(int direction, int e) const;
  Scaled gradient(int direction, int e) const;
  Scaled linear(int e) const;
  Scaled quadratic(int e) const;
  double sound_speed(int e) const;

 private:
  using Vector = std::array<double, 3>;
  struct Share {  ///< of a direction in the viscosity
    double delta, phi, scale;
  };

  unsigned hashed(int place, int kind) const;
  /// What a quantity of the nodes differs by along a direction, on average.
  Vector difference(int direction, int e, bool of_velocity) const;
  Vector area(int direction, int e) const;
  Scaled beyond(int direction, int side, int e) const;
  Share share(int direction, int e) const;
  double density(int e) const;

  int s_;
  int regions_;
};

}  // namespace lulesh_kernels
