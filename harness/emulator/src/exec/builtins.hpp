// Functions that every device has: vprintf, malloc, free, __assertfail.
#pragma once

#include "program/program.hpp"

namespace emu {

/// Calls it for the lanes of the mask; throws Unsupported for a function that is not known,
/// and returns false where the launch ends here.
bool call_builtin(Warp& warp, const Inst& inst, const CallSite& site, const Function& function,
                  Mask mask);

/// Whether a function without a body is one of them.
bool is_builtin(const std::string& name);

}  // namespace emu
