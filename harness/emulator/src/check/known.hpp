// Findings inside the runtimes of OpenMP compilers that are known: one entry a function or a
// variable of a runtime, with its reason.  Kernels of users are never among them.
#pragma once

#include <string>
#include <string_view>

namespace emu {

/// Why a race in this function (of a linked runtime's module) or on this memory is known; empty: it
/// is not.  `unit` is the module the function was linked from, `detail` describes the memory,
/// `same_value` that both would leave the same there.
std::string_view known_race(const std::string& function, const std::string& unit,
                            const std::string& detail, bool same_value);

}  // namespace emu
