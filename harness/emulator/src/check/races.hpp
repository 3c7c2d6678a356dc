// Which accesses of different threads are ordered, and which are races.  The rules are in
// LIMITS.md, how order is kept in CLOCKS.md.
#pragma once

#include "check/clocks.hpp"
#include "memory/device_memory.hpp"

namespace emu::races {

/// An access as the check sees it; all cells of one access share it.
struct Access {
  bool write = false;
  bool atomic = false;
  bool strong = false;
  bool together = false;  // all lanes of the warp do the same: one access, each lane's own
  bool lenient = false;   // may be strong: the compiler writes such accesses as plain ones
  Scope scope = Scope::system;
};

/// What is wrong with an access, if anything is.
enum class Verdict : std::uint8_t { fine, race, narrow_scope, stream_race };

/// Records an access to bytes (a mask of four) of a cell and tells whether it is ordered after
/// those before it.
Verdict touch(WarpClock& warp, unsigned lane, Cell& cell, std::uint32_t bytes,
              const Access& access);

/// Records a copy or fill of bytes that begin at an address, and tells whether other work of
/// `unordered` touched one of them.  `cells` are those of the first byte and behind.
bool touch(Cell* cells, std::uint64_t address, std::uint64_t bytes, bool write,
           std::uint32_t number, const std::vector<NumberRange>& unordered);

/// Lanes of a warp met, or all that live: what they did before is ordered before what they do from
/// here on.
void lanes_met(WarpClock& warp, Mask members);
void all_lanes_met(WarpClock& warp);

/// Warps met at a barrier of the block.
void warps_met(BlockClocks& block, const std::vector<std::uint32_t>& warps);

/// What it does from here on is no part of what it offered before.
void next_segment(WarpClock& warp);

/// All that a warp knows, itself included, as others may come to know it.
std::shared_ptr<const Clock> snapshot(WarpClock& warp);

/// What any of two knows; either may be null.
std::shared_ptr<const Clock> joined(const std::shared_ptr<const Clock>& a,
                                    const std::shared_ptr<const Clock>& b);

/// What strong reads saw is known from here on: within a block what its own warps offered, else
/// all; if `consistent` also what others saw who met this warp.
void acquire(WarpClock& warp, Scope scope, bool consistent);

/// A fence of some lanes: what was done before it is offered to strong writes behind it, what
/// strong reads before it saw is known from here on; behind a sequentially consistent one also what
/// those of others saw who then met this warp at a barrier.  One of the scope of a block orders
/// within it alone.
void fence(WarpClock& warp, Mask lanes, Scope scope, bool consistent);

/// A strong read or write of a lane at an address; both for an atomic operation.
void strong_read(WarpClock& warp, unsigned lane, std::uint64_t address, bool acquire);
void strong_write(WarpClock& warp, unsigned lane, std::uint64_t address, bool release,
                  bool keeps_order);

}  // namespace emu::races
