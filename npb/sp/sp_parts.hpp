// The phases of a time step.  Every variant defines all of them, in files of the same names.
#pragma once

#include "../cfd/grid.hpp"

namespace sp {

/// Where a variant keeps what a step works on.
struct Fields {
  double* u;        ///< the state, five components
  double* ri;       ///< 1 / density
  double* forcing;  ///< five components
  double* table;    ///< what depends on the place in a row, if the variant looks it up
  double* rhs;      ///< right-hand side, then increment, five components
  double* lines;    ///< what elimination leaves of the lines, in the variant's own order
  int spaces;       ///< work spaces in `lines`, if the variant counts them
};

/// rhs = dt (forcing + L(U)) at the inner points, in the characteristic variables of x.
void right_hand_side(cfd::Grid grid, Fields fields);

/// Solves the systems of all inner lines along the axis for rhs and leaves it in the characteristic
/// variables of the next axis.  After the last axis it is added to the state.
template <int axis>
void solve(cfd::Grid grid, Fields fields);

}  // namespace sp
