// What the values that a function computes are worth.
#pragma once

#include "program/program.hpp"
#include "ptx/module.hpp"

namespace emu {

/// Tells which instructions are not exact, and what their values may reach through registers and
/// parameters of calls, whatever is executed: addresses, and predicates that decide what is
/// executed.  Values that went through memory or into a called function are not followed.
void tell_fidelity(const ptx::Function& source, Function& out);

}  // namespace emu
