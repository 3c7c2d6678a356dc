// What the answers of MG are compared with where nothing is published: cycles by the definition.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "mg.hpp"

namespace mg {

/// Smoother of a class, by distance: centre, face, edge, corner.
std::array<double, 4> smoother_of(char letter);

/// u after `cls.niter` V-cycles from u = 0: every stencil is written as the sum over its 27 points,
/// every interpolation scatters.  Slow, and shares nothing with the variants.  The last one asked
/// for is kept, since every repetition asks for the same.
const std::vector<double>& reference(const Mg::Class& cls, const double* v);

/// Why there is none, if so.
std::string why_no_reference(const Mg::Class& cls);

/// sqrt(sum (v - A u)^2 / n^3), computed from u.
double residual_norm(int side, const double* u, const double* v);

}  // namespace mg
