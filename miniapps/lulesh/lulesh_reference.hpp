// The answer computed once more, in another way: element by element from the definitions, volumes
// by triangles, their derivatives by differences, nothing shared with the variants.
#pragma once

#include <array>
#include <vector>

#include "lulesh.hpp"

namespace lulesh {

/// State after the last cycle; elements and nodes are numbered along x, then y, then z.
struct Reference {
  std::vector<double> e, p, q, v;                         ///< of elements
  std::array<std::vector<double>, 3> position, velocity;  ///< of nodes, by axis
  int cycles;
  double dt;  ///< of the last cycle
  bool good;  ///< false: it ended the run, with a volume that is none or a viscosity beyond bounds
};

/// The state after at most cls.i cycles.
Reference reference(const Lulesh::Class& cls);

}  // namespace lulesh
