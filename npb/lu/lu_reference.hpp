// What the answers of LU are compared with where nothing is published: its steps by the textbook.
#pragma once

#include <string>

#include "../cfd/cfd_reference_flow.hpp"
#include "lu.hpp"

namespace lu {

/// The state after `cls.niter` steps.
const cfd::reference::Answer& reference(const Lu::Class& cls);

/// Why there is none, if so.
std::string why_no_reference(const Lu::Class& cls);

}  // namespace lu
