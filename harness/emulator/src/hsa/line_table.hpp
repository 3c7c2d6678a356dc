// Source lines of machine code, from the line tables of DWARF 2 to 5 (.debug_line).
#pragma once

#include <cstdint>
#include <string_view>

#include "amd/dispatch.hpp"

namespace emu::hsa {

/// The lines of an image by address, in their order; what is damaged, or of a form that is not
/// known, gives none.  `strings` and `line_strings` are .debug_str and .debug_line_str.
amd::LineTable read_lines(std::string_view table, std::string_view strings,
                          std::string_view line_strings);

}  // namespace emu::hsa
