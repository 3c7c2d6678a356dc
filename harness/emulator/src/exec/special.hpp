#pragma once

#include "exec/launch.hpp"
#include "exec/warp.hpp"

namespace emu {

/// What a special register holds in a lane, whose place in its block and in the grid are given.
std::uint32_t special_value(Special special, const Warp& warp, unsigned lane, const Extent& thread,
                            const Extent& block);

}  // namespace emu
