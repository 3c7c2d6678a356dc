// Where the fields of a run and the lists of its mesh lie in memory.
//
// All fields are in one array of doubles, all lists in one of ints, so that a device needs two map
// clauses.  A field or list of the elements has `ne` places, one of the nodes `nn`.
#pragma once

#include "league/portable.hpp"

namespace lulesh {

/// What an element has.
enum ElementField {
  energy,
  pressure,
  viscosity,       ///< artificial viscosity q
  volume,          ///< relative to the one at the start
  sound_speed_of,  ///< speed of sound
  initial_volume,
  element_mass,
  volume_rate,    ///< relative change of volume per time
  length,         ///< characteristic length
  volume_change,  ///< of the relative volume in this cycle
  new_volume,     ///< relative volume at the end of this cycle
  linear_q,
  quadratic_q,
  width_xi,  ///< extent along the three directions of an element
  width_eta,
  width_zeta,
  gradient_xi,  ///< velocity difference along them
  gradient_eta,
  gradient_zeta,
  next_energy,  ///< what a repetition of the equation of state found
  next_pressure,
  next_viscosity,
  element_fields
};

/// What a node has.
enum NodeField {
  pos_x,
  pos_y,
  pos_z,
  vel_x,
  vel_y,
  vel_z,
  force_x,
  force_y,
  force_z,
  node_mass,
  node_fields
};

/// The six sides of an element, in the order of its neighbours.
enum Side { xi_minus, xi_plus, eta_minus, eta_plus, zeta_minus, zeta_plus };

/// A length of arrays of at least n: whole cache lines, and never a multiple of a page apart, so
/// that two dozen of them do not fight for the same lines of a cache.
LEAGUE_PORTABLE constexpr long padded(long n) {
  const long lines = (n + 7) / 8 * 8;
  constexpr long page = 512;
  constexpr long apart = 88;
  return lines + (page + apart - lines % page) % page;
}

struct Mesh {
  int s;  ///< elements along an edge of the cube
  int regions;
  int elements;
  int nodes;
  long ne;
  long nn;

  LEAGUE_PORTABLE Mesh(int size, int region_count)
      : s(size),
        regions(region_count),
        elements(size * size * size),
        nodes((size + 1) * (size + 1) * (size + 1)),
        ne(padded(elements)),
        nn(padded(nodes)) {}

  /// Where a field begins among the doubles.
  LEAGUE_PORTABLE long at(ElementField field) const { return field * ne; }
  LEAGUE_PORTABLE long at(NodeField field) const { return element_fields * ne + field * nn; }
  /// Forces that elements exert on their corners, along one axis: corner k of element e is at
  /// k * ne + e; one line behind them stays zero.
  LEAGUE_PORTABLE long corner_force(int axis) const {
    return element_fields * ne + node_fields * nn + axis * (8 * ne + 8);
  }
  LEAGUE_PORTABLE long doubles() const { return corner_force(3); }

  /// Where a list begins among the ints.
  LEAGUE_PORTABLE long corner_nodes() const { return 0; }        ///< corner k: k * ne further
  LEAGUE_PORTABLE long neighbours() const { return 8 * ne; }     ///< side d: d * ne further
  LEAGUE_PORTABLE long boundary() const { return 14 * ne; }      ///< a bit per side at the surface
  LEAGUE_PORTABLE long members() const { return 15 * ne; }       ///< elements, region by region
  LEAGUE_PORTABLE long repetitions() const { return 16 * ne; }   ///< of each member
  LEAGUE_PORTABLE long node_corners() const { return 17 * ne; }  ///< eight, nn apart
  LEAGUE_PORTABLE long fixed() const { return 17 * ne + 8 * nn; }  ///< a bit per axis that is
  LEAGUE_PORTABLE long region_begin() const { return 17 * ne + 9 * nn; }  ///< regions + 1
  LEAGUE_PORTABLE long ints() const { return region_begin() + regions + 1; }
};

}  // namespace lulesh
