// What the answers of BT are compared with where nothing is published: its steps by the textbook.
#pragma once

#include <string>

#include "../cfd/cfd_reference_flow.hpp"
#include "bt.hpp"

namespace bt {

/// The state after `cls.niter` steps.
const cfd::reference::Answer& reference(const Bt::Class& cls);

/// Why there is none, if so.
std::string why_no_reference(const Bt::Class& cls);

}  // namespace bt
