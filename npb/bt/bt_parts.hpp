// The parts of a step, which every variant defines, one file each.
#pragma once

#include "../cfd/cfd_fields.hpp"

namespace bt {

/// rhs = dt (forcing + L(u)) at the inner points; ri is 1 / density everywhere.  The boundary of
/// rhs is zero before and stays so.
void right_hand_side(const cfd::Grid& grid, const double* u, const double* ri,
                     const double* forcing, double* rhs);

/// Solves the block tridiagonal systems of all lines along the axis, in place in rhs.  `work` takes
/// the blocks C' of as many lines as the variant has under way.
template <int axis>
void solve(const cfd::Grid& grid, const double* u, const double* ri, double* rhs, double* work);

/// u += rhs, and 1 / density anew.
void add(const cfd::Grid& grid, const double* rhs, double* u, double* ri);

}  // namespace bt
