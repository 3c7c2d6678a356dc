// What the answers of MG are compared with where nothing is published: a cycle by the definition.
#pragma once

#include <array>
#include <vector>

#include "mg.hpp"

namespace mg {

/// Smoother of a class, by distance: centre, face, edge, corner.
std::array<double, 4> smoother_of(char letter);

/// u after one V-cycle from u = 0: every stencil is written as the sum over its 27 points, every
/// interpolation scatters.  Slow, and shares nothing with the variants.
std::vector<double> one_cycle(const Mg::Class& cls, const double* v);

/// sqrt(sum (v - A u)^2 / n^3), computed from u.
double residual_norm(int side, const double* u, const double* v);

}  // namespace mg
