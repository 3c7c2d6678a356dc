// What one access of a warp asks of memory.
#pragma once

#include "count/counts.hpp"

namespace emu {

constexpr std::uint64_t sector_bytes = 32;

/// Adds a request to global or local memory: `address` by lane, `bytes` for each lane of the mask.
void count_sectors(InstCount& count, const std::uint64_t* address, Mask mask, unsigned bytes);

/// Takes a request through the cache; memory of the host is not behind it.
void count_misses(Cache& cache, Misses& misses, const std::uint64_t* address, Mask mask,
                  unsigned bytes, bool reads, bool writes);

/// Adds a request to shared memory: banks of four bytes, 32 of them.
void count_wavefronts(InstCount& count, const std::uint64_t* address, Mask mask, unsigned bytes);

}  // namespace emu
