// What a wave has to wait for: counters of its memory operations, and registers that these write.
#pragma once

#include <array>
#include <cstdint>

#include "amd/opcodes.hpp"

namespace emu::amd {

/// Memory operations of one counter, numbered from 1 on.
struct Counter {
  std::uint32_t issued = 0, done = 0;
  std::uint32_t unordered = 0;  // the last that may end before those that stand before it

  void issue(bool in_order) {
    ++issued;
    if (!in_order) unordered = issued;
  }
  /// After this wait at most so many are under way.  Which ones, nobody knows where some end out of
  /// order.
  void wait(std::uint32_t most) {
    if (most == 0)
      done = issued;
    else if (unordered <= done && issued - done > most)
      done = issued - most;
  }
  bool under_way(std::uint32_t number) const { return number > done; }
  bool idle() const { return done == issued; }
};

/// What writes a register: its number in each counter that it counts in, 0 in others.
struct Writer {
  std::uint32_t vector = 0, rest = 0;
};

/// Where that is, and which lanes it writes.
struct WriterPlace {
  std::uint64_t lanes = 0, pc = 0;
};

/// In which counters an instruction counts.
enum Counts : std::uint8_t {
  counts_vector = 1,  // vmcnt: buffer, global, scratch, flat
  counts_rest = 2,    // lgkmcnt: LDS, scalar loads, flat
  counts_unordered = 4
};
constexpr std::uint8_t counters_of(Family family) {
  switch (family) {
    case Family::smem:
      return counts_rest | counts_unordered;
    case Family::ds:
      return counts_rest;
    case Family::flat:
      return counts_vector | counts_rest | counts_unordered;
    case Family::global:
    case Family::scratch:
    case Family::mubuf:
      return counts_vector;
    default:
      return 0;
  }
}

}  // namespace emu::amd
