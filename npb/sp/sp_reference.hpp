// What the answers of SP are compared with where nothing is published: its steps by the textbook.
#pragma once

#include <string>

#include "../cfd/cfd_reference_flow.hpp"
#include "sp.hpp"

namespace sp {

/// The state after `cls.niter` steps.
const cfd::reference::Answer& reference(const Sp::Class& cls);

/// Why there is none, if so.
std::string why_no_reference(const Sp::Class& cls);

}  // namespace sp
