// SIMD batches: eight neighbours in a plane of the skewed coordinates, for hosts with vector units.
#pragma once

#include <algorithm>

#include "../../cfd/cfd_body_simd.hpp"
#include "lu_body.hpp"

namespace lu {

using cfd::Lanes;

/// How a sweep is cut into tasks: lines of neighbouring k make a slab, neighbouring planes i + j +
/// k a block, and a tile is a block of a slab.
struct Tiles {
  int lines;
  int planes;
  int slabs;
  int blocks;
};

/// Whether a phase takes more than starting tasks does; in class S it is over in microseconds.
constexpr bool worth_sharing(int m) { return m >= 16; }

/// Large tiles leave few to share, small ones cost more to start than to compute; these serve a few
/// threads in classes W to C.
inline Tiles tiles_of(int m, int threads) {
  const bool share = worth_sharing(m) && threads > 1;
  const int lines = share ? std::clamp(m / (2 * threads), 2, 8) : m;
  const int planes = share ? 16 : 3 * m;
  return {lines, planes, (m + lines - 1) / lines, (3 * m - 2 + planes - 1) / planes};
}

/// An index for each of the lanes.
using Indices = long __attribute__((vector_size(64)));

/// p, p + 1, ...
inline Indices up_from(long p) { return p + Indices{0, 1, 2, 3, 4, 5, 6, 7}; }

/// p, p - 1, ...
inline Indices down_from(long p) { return p - Indices{0, 1, 2, 3, 4, 5, 6, 7}; }

/// cfd::weights() for indices that differ from lane to lane.
template <int axis>
inline cfd::Weights<Lanes> weights(const cfd::Grid& grid, const Indices& p) {
  const double second = cfd::diffusion<axis> * grid.t1;
  const auto none = cfd::all<Lanes>(0);
  const auto one = cfd::all<Lanes>(cfd::eps4);
  const long last = grid.n - 2;
  return {{p >= 3 ? -one : none, second + (p >= 2 ? 4 * one : none),
           -2 * second - (((p == 1) | (p == last)) ? 5 * one : 6 * one),
           second + (p < last ? 4 * one : none), p < last - 1 ? -one : none}};
}

/// Stores the lanes whose index is one of first ... last; the others keep what they have.
inline void store_inside(double* to, long points, const Indices& j, long first, long last,
                         const Lanes (&values)[5]) {
  const auto inside = (j >= first) & (j <= last);
  for (int m = 0; m < 5; ++m, to += points)
    cfd::store<Lanes>(to, inside ? values[m] : cfd::load<Lanes>(to));
}

}  // namespace lu
