// The parts of a step, one file each in the folder of a variant.
#pragma once

#include "lu_body.hpp"
#include "lu_fields.hpp"

namespace lu {

/// rsd = dt (L(U) + f) at all inner points.
void residual(const Layout& layout, const Fields& fields);

/// Half of the relaxation: rsd after the sweep that looks at the neighbours on that side, with
/// increasing indices (lower) or decreasing ones (upper).
template <int side>
void sweep(const Layout& layout, const Fields& fields);

/// What the state takes of the increment, and 1 / density anew.
void add(const Layout& layout, const Fields& fields);

}  // namespace lu
