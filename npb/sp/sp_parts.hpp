// The phases of a time step.  Every variant defines all of them, in files of the same names.
#pragma once

#include "../cfd/cfd_fields.hpp"
#include "sp_fields.hpp"

namespace sp {

/// rhs = dt (forcing + L(U)) at the inner points, in the characteristic variables of x.
void right_hand_side(cfd::Grid grid, Fields fields);

/// Solves the systems of all inner lines along the axis for rhs and leaves it in the characteristic
/// variables of the next axis.  After the last axis it is added to the state.
template <int axis>
void solve(cfd::Grid grid, Fields fields);

}  // namespace sp
