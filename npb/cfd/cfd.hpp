// Initial field, forcing and norms of the three simulated applications, on the host: what make()
// and check() need.  All fields are without padding, five components of n^3 points.
#pragma once

#include <array>

#include "cfd_fields.hpp"

namespace cfd {

/// One norm per component.
using Norms = std::array<double, 5>;

/// The field at the start of a run: exact on the boundary, a blend of the boundary inside.
void initial_field(const Grid& grid, double* u);

/// -L(U_exact) inside, zero on the boundary: with it the exact solution is steady.
void forcing(const Grid& grid, double* f);

/// Norms of L(U) + f over the inner points.
Norms residual_norms(const Grid& grid, const double* u, const double* f);

/// Norms of the difference from the exact solution, over all points (on the boundary it is zero),
/// divided by the number of inner ones.
Norms error_norms(const Grid& grid, const double* u);

/// How far a norm may be from the published one, relatively.
double norm_tolerance(int n);

/// |value - reference| / |reference|; NaN if the value is.
double relative_error(double value, double reference);

}  // namespace cfd
