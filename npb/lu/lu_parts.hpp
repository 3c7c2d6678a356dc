// The parts of a step, one file each in the folder of a variant.
#pragma once

#include "lu_body.hpp"

namespace lu {

/// What a step works on.  All four are laid out in the same way; `ri` has one component, the others
/// five.  The increment is zero on the boundary and stays so.
struct Fields {
  double* u;        ///< the state
  double* ri;       ///< 1 / density
  double* rsd;      ///< time step times residual, then the increment
  const double* f;  ///< forcing
};

/// rsd = dt (L(U) + f) at all inner points.
void residual(const Layout& layout, const Fields& fields);

/// The first half of the relaxation: rsd after the sweep with increasing indices.
void lower_sweep(const Layout& layout, const Fields& fields);

/// The second half: rsd after the sweep with decreasing indices.
void upper_sweep(const Layout& layout, const Fields& fields);

}  // namespace lu
