// From a parsed module to a program.
#pragma once

#include <memory>

#include "program/program.hpp"
#include "ptx/module.hpp"

namespace emu {

/// Decodes a module.  A function with an instruction that is not known keeps the reason, and is
/// refused when launched; throws Unsupported where the module as a whole cannot be used.
std::unique_ptr<Program> decode(const ptx::Module& module, VariablePlacer& placer);

}  // namespace emu
