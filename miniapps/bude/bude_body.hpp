// What is computed for one pose and for one pair of atoms.
#pragma once

#include <cmath>
#include <type_traits>

#include "league/portable.hpp"

namespace bude {

/// An atom of a deck: where it is, in angstrom, and its line in the force field.
struct alignas(16) Atom {
  float x, y, z;
  int type;
};

/// The force field of a ligand type against a protein type.  Its three terms fall with the distance
/// of the atoms from a plateau to zero along a straight line: hardness when they overlap, charge
/// and desolvation over the range beyond.
struct alignas(16) Pair {
  float hardness, hardness_slope;
  float charge, charge_start, charge_slope;
  float desolvation, desolvation_start, desolvation_slope;
};

/// The part of `start - slope * distance` between zero and one.
LEAGUE_PORTABLE inline float ramp(float start, float slope, float distance) {
  const float line = start - slope * distance;
  const float positive = line > 0.0F ? line : 0.0F;
  return positive < 1.0F ? positive : 1.0F;
}

/// Twice the energy of two atoms that are (dx, dy, dz) apart.
LEAGUE_PORTABLE inline float interaction(const Pair& pair, float dx, float dy, float dz) {
  const float distance = std::sqrt(dx * dx + dy * dy + dz * dz);
  const float overlap = 1.0F - pair.hardness_slope * distance;
  const float hardness = pair.hardness * (overlap > 0.0F ? overlap : 0.0F);
  const float charge = pair.charge * ramp(pair.charge_start, pair.charge_slope, distance);
  return hardness + charge +
         pair.desolvation * ramp(pair.desolvation_start, pair.desolvation_slope, distance);
}

/// Where a pose puts the ligand: for each of `width` poses a rotation with its shift, three rows of
/// four numbers.
template <int width>
struct Frame {
  float row[12][width];
};

/// Fill one lane of a frame from pose `p`: angles about x, y and z in radians, then the shift.
template <int width>
LEAGUE_PORTABLE inline void place(const float* pose, int poses, int p, int lane,
                                  Frame<width>& frame) {
  const float a = pose[p];
  const float b = pose[poses + p];
  const float c = pose[2 * poses + p];
  const float sx = std::sin(a), cx = std::cos(a);
  const float sy = std::sin(b), cy = std::cos(b);
  const float sz = std::sin(c), cz = std::cos(c);
  frame.row[0][lane] = cy * cz;
  frame.row[1][lane] = sx * sy * cz - cx * sz;
  frame.row[2][lane] = cx * sy * cz + sx * sz;
  frame.row[3][lane] = pose[3 * poses + p];
  frame.row[4][lane] = cy * sz;
  frame.row[5][lane] = sx * sy * sz + cx * cz;
  frame.row[6][lane] = cx * sy * sz - sx * cz;
  frame.row[7][lane] = pose[4 * poses + p];
  frame.row[8][lane] = -sy;
  frame.row[9][lane] = sx * cy;
  frame.row[10][lane] = cx * cy;
  frame.row[11][lane] = pose[5 * poses + p];
}

/// Coordinate `axis` of an atom of the ligand in one lane of a frame.
template <int width>
LEAGUE_PORTABLE inline float moved(const Frame<width>& frame, int axis, int lane,
                                   const Atom& atom) {
  const int first = 4 * axis;
  return frame.row[first + 3][lane] + frame.row[first][lane] * atom.x +
         frame.row[first + 1][lane] * atom.y + frame.row[first + 2][lane] * atom.z;
}

/// Call visit with the number of poses of a work item as a constant that a template can take.
template <typename Visit>
void with_width(int ppwi, const Visit& visit) {
  switch (ppwi) {
    case 1:
      return visit(std::integral_constant<int, 1>{});
    case 2:
      return visit(std::integral_constant<int, 2>{});
    case 4:
      return visit(std::integral_constant<int, 4>{});
    case 8:
      return visit(std::integral_constant<int, 8>{});
    case 16:
      return visit(std::integral_constant<int, 16>{});
    case 32:
      return visit(std::integral_constant<int, 32>{});
    case 64:
      return visit(std::integral_constant<int, 64>{});
    default:
      return visit(std::integral_constant<int, 128>{});
  }
}

}  // namespace bude
