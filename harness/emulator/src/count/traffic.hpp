// What one access of a warp asks of memory.
#pragma once

#include "count/counts.hpp"

namespace emu {

/// Adds a request to global or local memory: `address` by lane, `bytes` for each lane of the mask.
void count_sectors(InstCount& count, const std::uint64_t* address, Mask mask, unsigned bytes);

/// Adds a request to shared memory: banks of four bytes, 32 of them.
void count_wavefronts(InstCount& count, const std::uint64_t* address, Mask mask, unsigned bytes);

}  // namespace emu
