#include "count/traffic.hpp"

#include <algorithm>

#include "memory/device_memory.hpp"

namespace emu {
namespace {

constexpr unsigned banks = 32;
constexpr unsigned word = 4;

}  // namespace

void count_sectors(InstCount& count, const std::uint64_t* address, Mask mask, unsigned bytes) {
  std::uint64_t starts[warp_lanes];
  unsigned used = 0;
  bool sorted = true;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!(mask >> lane & 1)) continue;
    sorted &= used == 0 || starts[used - 1] <= address[lane];
    starts[used++] = address[lane];
  }
  if (!sorted) std::sort(starts, starts + used);
  std::uint64_t sectors = 0;
  std::uint64_t distinct = 0;  // bytes
  std::uint64_t covered = 0;   // bytes below this address are counted
  std::uint64_t next = 0;      // sectors below this one are counted
  for (unsigned i = 0; i < used; ++i) {
    const std::uint64_t begin = std::max(starts[i], covered);
    const std::uint64_t end = starts[i] + bytes;
    if (end > begin) distinct += end - begin;
    covered = std::max(covered, end);
    const std::uint64_t first = std::max(starts[i] / sector_bytes, next);
    const std::uint64_t last = (end - 1) / sector_bytes;
    if (last + 1 > first) sectors += last + 1 - first;
    next = std::max(next, last + 1);
  }
  ++count.requests;
  count.sectors += sectors;
  count.least_sectors += (distinct + sector_bytes - 1) / sector_bytes;
}

void count_misses(Beyond& beyond, KernelCounts& counts, const std::uint64_t* address, Mask mask,
                  unsigned bytes, bool reads, bool writes) {
  std::uint64_t before = ~std::uint64_t{0};
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!(mask >> lane & 1) || address[lane] - DeviceMemory::base >= DeviceMemory::span) continue;
    const std::uint64_t last = (address[lane] + bytes - 1) / sector_bytes;
    for (std::uint64_t sector = address[lane] / sector_bytes; sector <= last; ++sector) {
      if (sector == before) continue;
      before = sector;
      beyond.cache.use(sector, reads, writes, counts.misses);
      beyond.footprint.use(sector, reads, writes, counts.distinct);
    }
  }
}

void count_wavefronts(InstCount& count, const std::uint64_t* address, Mask mask, unsigned bytes) {
  ++count.requests;
  // Accesses of 8 bytes go by half warps, of 16 bytes by quarters.
  const unsigned together = bytes <= word ? warp_lanes
                            : bytes == 8  ? warp_lanes / 2
                                          : warp_lanes / 4;
  for (unsigned first = 0; first < warp_lanes; first += together) {
    std::uint64_t words[banks][warp_lanes];
    unsigned in_bank[banks] = {};
    unsigned most = 0;
    for (unsigned lane = first; lane < first + together; ++lane) {
      if (!(mask >> lane & 1)) continue;
      for (std::uint64_t at = address[lane] / word; at <= (address[lane] + bytes - 1) / word;
           ++at) {
        const unsigned bank = at % banks;
        const std::uint64_t* const end = words[bank] + in_bank[bank];
        if (std::find(words[bank], const_cast<std::uint64_t*>(end), at) != end) continue;
        words[bank][in_bank[bank]++] = at;
        most = std::max(most, in_bank[bank]);
      }
    }
    count.wavefronts += most;
    count.least_wavefronts += most > 0;
  }
}

}  // namespace emu
