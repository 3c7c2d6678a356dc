// What a program prints at its end, and the file of counts.
#pragma once

#include <string>

#include "runtime/context.hpp"

namespace emu {

std::string counts_as_json(const Context& context);
void write_report(const Context& context);

}  // namespace emu
