// What one access of a warp asks of memory.
#pragma once

#include "count/counts.hpp"

namespace emu {

constexpr std::uint64_t sector_bytes = 32;

/// Adds a request to global or local memory: `address` by lane, `bytes` for each lane of the mask.
void count_sectors(InstCount& count, const std::uint64_t* address, Mask mask, unsigned bytes);

/// What counts traffic beyond the multiprocessors of a device with a cache of so many bytes.
struct Beyond {
  explicit Beyond(std::uint64_t cache_bytes) : cache(cache_bytes), footprint(cache_bytes) {}

  Cache cache;
  Footprint footprint;
};

/// Takes a request through the cache; memory of the host is not behind it.
void count_misses(Beyond& beyond, KernelCounts& counts, const std::uint64_t* address, Mask mask,
                  unsigned bytes, bool reads, bool writes);

/// Adds a request to shared memory: banks of four bytes, 32 of them.
void count_wavefronts(InstCount& count, const std::uint64_t* address, Mask mask, unsigned bytes);

}  // namespace emu
