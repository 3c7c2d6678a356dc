#include "check/races.hpp"

#include <algorithm>

namespace emu::races {
namespace {

// How a cell packs what it knows of an access.
constexpr std::uint32_t lane_bits = 5, byte_bits = 4, scope_bits = 2;
constexpr std::uint32_t bytes_at = lane_bits;
constexpr std::uint32_t scope_at = bytes_at + byte_bits;
constexpr std::uint32_t strong_at = scope_at + scope_bits;
constexpr std::uint32_t together_at = strong_at + 1;
constexpr std::uint32_t many_at = together_at + 1;  // of reads: more than one thread, unordered
constexpr std::uint32_t segment_at = many_at + 1;
constexpr std::uint32_t last_segment = (1u << (32 - segment_at)) - 1;

std::uint32_t packed(const WarpClock& warp, unsigned lane, std::uint32_t bytes,
                     const Access& access) {
  return lane | bytes << bytes_at | static_cast<std::uint32_t>(access.scope) << scope_at |
         static_cast<std::uint32_t>(access.strong) << strong_at |
         static_cast<std::uint32_t>(access.together) << together_at | warp.segment << segment_at;
}

constexpr std::uint32_t all_bytes = 15u << bytes_at;

/// What a write leaves in a cell: bytes that the same thread wrote before stay with it, as long as
/// it met nobody in between.
std::uint32_t with_neighbours(const WarpClock& warp, const Cell& cell, std::uint32_t info) {
  const bool same = cell.write_warp == warp.number && ((cell.write_info ^ info) & ~all_bytes) == 0;
  return same ? info | cell.write_info : info;
}

std::uint32_t lane_of(std::uint32_t info) { return info & (warp_lanes - 1); }
std::uint32_t bytes_of(std::uint32_t info) { return info >> bytes_at & 15; }
std::uint32_t segment_of(std::uint32_t info) { return info >> segment_at; }

/// Whether what (number, info) did is ordered before what this lane does now.
bool ordered(std::uint32_t number, std::uint32_t info, const WarpClock& warp, unsigned lane) {
  const LaunchClocks& launch = *warp.block->launch;
  if (number < launch.first_warp) return !among(launch.unordered, number);  // of earlier work
  const std::uint32_t segment = segment_of(info);
  if (number == warp.number) {
    if (lane_of(info) == lane || (info >> together_at & 1) || segment < warp.known) return true;
    return !warp.lanes.empty() && segment < warp.lanes[lane * warp_lanes + lane_of(info)];
  }
  const std::uint32_t in_launch = number - launch.first_warp;
  const BlockClocks& block = *warp.block;
  const auto warps = static_cast<std::uint32_t>(block.warps.size());
  if (in_launch / launch.warps_a_block == block.number)
    return segment < block.known[warp.index * warps + in_launch % launch.warps_a_block];
  return warp.foreign && segment < (*warp.foreign)[in_launch];
}

bool same_block(std::uint32_t number, const WarpClock& warp) {
  const LaunchClocks& launch = *warp.block->launch;
  return (number - launch.first_warp) / launch.warps_a_block == warp.block->number;
}

/// Two unordered accesses: two strong ones of scopes that include each other are no race.
Verdict judged(std::uint32_t number, std::uint32_t info, const WarpClock& warp,
               const Access& access) {
  const bool strong = info >> strong_at & 1;
  if (access.lenient && (strong || access.strong)) return Verdict::fine;
  if (!strong || !access.strong) return Verdict::race;
  const auto scope = static_cast<Scope>(info >> scope_at & 3);
  const bool near = same_block(number, warp);
  if (!near && (scope == Scope::block || access.scope == Scope::block))
    return Verdict::narrow_scope;
  return Verdict::fine;
}

}  // namespace

void next_segment(WarpClock& warp) {
  if (warp.segment < last_segment) ++warp.segment;
}

std::shared_ptr<const Clock> joined(const std::shared_ptr<const Clock>& a,
                                    const std::shared_ptr<const Clock>& b) {
  if (!a || a == b) return b;
  if (!b) return a;
  bool within_a = true, within_b = true;
  for (std::size_t i = 0; i < a->size(); ++i) {
    within_a &= (*b)[i] <= (*a)[i];
    within_b &= (*a)[i] <= (*b)[i];
  }
  if (within_a) return a;
  if (within_b) return b;
  auto both = std::make_shared<Clock>(*a);
  for (std::size_t i = 0; i < both->size(); ++i) (*both)[i] = std::max((*both)[i], (*b)[i]);
  return both;
}

std::shared_ptr<const Clock> snapshot(WarpClock& warp) {
  if (!warp.fresh && warp.offered) return warp.offered;
  const BlockClocks& block = *warp.block;
  const LaunchClocks& launch = *block.launch;
  auto clock = warp.foreign ? std::make_shared<Clock>(*warp.foreign)
                            : std::make_shared<Clock>(launch.warps, 0);
  const std::size_t first = block.number * launch.warps_a_block;
  const std::size_t warps = block.warps.size();
  for (std::size_t other = 0; other < warps; ++other)
    (*clock)[first + other] =
        std::max((*clock)[first + other], block.known[warp.index * warps + other]);
  (*clock)[first + warp.index] = warp.segment + 1;
  next_segment(warp);
  warp.fresh = false;
  warp.offered = clock;
  return clock;
}

namespace {

void learn(WarpClock& warp, const std::shared_ptr<const Clock>& clock) {
  if (!clock || warp.foreign == clock) return;
  BlockClocks& block = *warp.block;
  warp.fresh = true;
  warp.foreign = joined(warp.foreign, clock);
  const std::size_t first = block.number * block.launch->warps_a_block;
  const std::size_t warps = block.warps.size();
  for (std::size_t other = 0; other < warps; ++other) {
    std::uint32_t& known = block.known[warp.index * warps + other];
    known = std::max(known, (*clock)[first + other]);
  }
}

std::vector<std::uint32_t>& table_of_lanes(WarpClock& warp) {
  if (warp.lanes.empty()) warp.lanes.assign(warp_lanes * warp_lanes, warp.known);
  return warp.lanes;
}

/// A lane comes to know what another of its warp offered.
void learn_of_lanes(WarpClock& warp, unsigned lane, const LaneClock& offer) {
  std::uint32_t* const mine = table_of_lanes(warp).data() + lane * warp_lanes;
  for (unsigned other = 0; other < warp_lanes; ++other)
    mine[other] = std::max(mine[other], offer.known[other]);
}

/// What a lane may offer: its own accesses before its last fence, and what it knows of others.
LaneClock known_to(const WarpClock& warp, unsigned lane) {
  LaneClock clock;
  clock.warp = warp.number;
  for (unsigned other = 0; other < warp_lanes; ++other)
    clock.known[other] = warp.lanes.empty() ? warp.known : warp.lanes[lane * warp_lanes + other];
  clock.known[lane] = std::max(clock.known[lane], warp.fenced[lane]);
  return clock;
}

/// The bytes of a cell, each with a cell of its own.
struct Split {
  const Cell* owner = nullptr;
  Cell bytes[4];
};

constexpr std::uint32_t is_split = ~std::uint32_t{0};  // instead of a number; the rest is a place
constexpr std::size_t most_splits = 1 << 18;           // the oldest go, which hides what they knew

struct Splits {
  std::vector<Split> list;
  std::size_t next = 0;
} splits;

/// Null: the cell is whole, from now on if its split is gone.
Split* split_of(Cell& cell) {
  if (cell.write_warp != is_split) return nullptr;
  Split& split = splits.list[cell.write_info];
  if (split.owner == &cell) return &split;
  cell = Cell();
  return nullptr;
}

Split& split_up(Cell& cell) {
  if (splits.list.size() < most_splits) splits.list.emplace_back();
  const std::size_t place = splits.next++ % most_splits;
  Split& split = splits.list[place];
  split.owner = &cell;
  for (std::uint32_t byte = 0; byte < 4; ++byte) {
    const std::uint32_t own = std::uint32_t{1} << (bytes_at + byte);
    Cell part;
    if (cell.write_info & own) {
      part.write_warp = cell.write_warp;
      part.write_info = (cell.write_info & ~all_bytes) | own;
    }
    if (cell.read_info & own) {
      part.read_warp = cell.read_warp;
      part.read_info = (cell.read_info & ~all_bytes) | own;
    }
    split.bytes[byte] = part;
  }
  cell = Cell();
  cell.write_warp = is_split;
  cell.write_info = static_cast<std::uint32_t>(place);
  return split;
}

/// Whether an access to some bytes of a cell makes it forget what is known of others.
bool hides(const Cell& cell, const WarpClock& warp, std::uint32_t info, bool write) {
  const std::uint32_t number = write ? cell.write_warp : cell.read_warp;
  const std::uint32_t known = write ? cell.write_info : cell.read_info;
  if (number == 0 || (bytes_of(known) & ~bytes_of(info)) == 0) return false;
  const LaunchClocks& launch = *warp.block->launch;
  if (number < launch.first_warp) return among(launch.unordered, number);
  return number != warp.number || ((known ^ info) & ~(all_bytes | 1u << many_at)) != 0;
}

Verdict touch_whole(WarpClock& warp, unsigned lane, Cell& cell, std::uint32_t bytes,
                    const Access& access) {
  Verdict verdict = Verdict::fine;
  const auto against = [&](std::uint32_t number, std::uint32_t info) {
    if (verdict == Verdict::fine && (bytes_of(info) & bytes) && !ordered(number, info, warp, lane))
      verdict = judged(number, info, warp, access);
    if (verdict == Verdict::race && number < warp.block->launch->first_warp)
      verdict = Verdict::stream_race;
  };
  if (cell.write_warp) against(cell.write_warp, cell.write_info);
  const std::uint32_t info = packed(warp, lane, bytes, access);
  const LaunchClocks& launch = *warp.block->launch;
  const bool read_before = cell.read_warp >= launch.first_warp
                               ? cell.read_warp != 0
                               : among(launch.unordered, cell.read_warp);
  if (access.write) {
    if (read_before) {
      against(cell.read_warp, cell.read_info);
      const bool mine = cell.read_warp == warp.number && lane_of(cell.read_info) == lane &&
                        segment_of(cell.read_info) == warp.segment;
      if (verdict == Verdict::fine && mine && (cell.read_info >> many_at & 1) && !access.strong)
        verdict = Verdict::race;
    }
    cell.write_info = bytes == 15 ? info : with_neighbours(warp, cell, info);
    cell.write_warp = warp.number;
    if (access.atomic) return verdict;  // its read is part of it
    if ((bytes_of(cell.read_info) & ~bytes) == 0) cell.read_warp = 0;
  } else if (!read_before || ordered(cell.read_warp, cell.read_info, warp, lane)) {
    const bool again =
        read_before && cell.read_warp == warp.number && segment_of(cell.read_info) == warp.segment;
    const std::uint32_t many = again ? cell.read_info & (1u << many_at) : 0;
    const std::uint32_t seen = again ? cell.read_info & (15u << bytes_at) : 0;
    cell.read_warp = warp.number;
    cell.read_info = info | many | seen;
  } else if ((bytes_of(cell.read_info) & ~bytes) == 0) {
    cell.read_info |= 1u << many_at;
  }
  return verdict;
}

Verdict touch_bytes(WarpClock& warp, unsigned lane, Cell& cell, std::uint32_t bytes,
                    const Access& access) {
  Split* split = split_of(cell);
  if (!split && bytes != 15 && hides(cell, warp, packed(warp, lane, bytes, access), access.write))
    split = &split_up(cell);
  if (!split) return touch_whole(warp, lane, cell, bytes, access);
  Verdict worst = Verdict::fine;
  for (std::uint32_t byte = 0; byte < 4; ++byte) {
    if (!(bytes >> byte & 1)) continue;
    const Verdict verdict =
        touch_whole(warp, lane, split->bytes[byte], std::uint32_t{1} << byte, access);
    if (verdict != Verdict::fine) worst = verdict;
  }
  if (bytes == 15 && access.write && !access.atomic) {  // nothing is left of what was before
    cell = split->bytes[0];
    cell.write_info |= all_bytes;
  }
  return worst;
}

}  // namespace

Verdict touch(WarpClock& warp, unsigned lane, Cell& cell, std::uint32_t bytes,
              const Access& access) {
  if (warp.segment == last_segment)
    return Verdict::fine;  // more points of synchronisation than can be told apart
  warp.fresh |= !access.atomic;
  return bytes == 15 && cell.write_warp != is_split ? touch_whole(warp, lane, cell, bytes, access)
                                                    : touch_bytes(warp, lane, cell, bytes, access);
}

bool touch(Cell* cells, std::uint64_t address, std::uint64_t bytes, bool write,
           std::uint32_t number, const std::vector<NumberRange>& unordered) {
  bool raced = false;
  const auto record = [&](Cell& cell, std::uint32_t mask) {
    const auto meets = [&](std::uint32_t other, std::uint32_t info) {
      return (bytes_of(info) & mask) && among(unordered, other);
    };
    raced |= meets(cell.write_warp, cell.write_info);
    if (write) {
      raced |= meets(cell.read_warp, cell.read_info);
      cell = {number, mask << bytes_at, 0, 0};
    } else {
      cell.read_warp = number;
      cell.read_info = mask << bytes_at;
    }
  };
  const std::uint64_t end = (address & 3) + bytes;  // from the first cell on
  for (std::uint64_t at = 0; at < end; at += 4, ++cells) {
    std::uint32_t mask = 15;
    if (at == 0) mask &= 15u << (address & 3);
    if (end - at < 4) mask &= (1u << (end - at)) - 1;
    Split* const split = split_of(*cells);
    for (std::uint32_t byte = 0; split && byte < 4; ++byte)
      if (mask >> byte & 1) record(split->bytes[byte], std::uint32_t{1} << byte);
    if (split && write && mask == 15) *cells = Cell();
    if (!split || (write && mask == 15)) record(*cells, mask);
  }
  return raced;
}

void all_lanes_met(WarpClock& warp) {
  next_segment(warp);
  warp.known = warp.segment;
  warp.lanes.clear();
}

void lanes_met(WarpClock& warp, Mask members) {
  next_segment(warp);
  const std::uint32_t segment = warp.segment;
  auto& lanes = table_of_lanes(warp);
  std::uint32_t best[warp_lanes];
  for (unsigned other = 0; other < warp_lanes; ++other) {
    best[other] = members >> other & 1 ? segment : 0;
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
      if (members >> lane & 1)
        best[other] = std::max(best[other], lanes[lane * warp_lanes + other]);
  }
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (members >> lane & 1) std::copy(best, best + warp_lanes, lanes.begin() + lane * warp_lanes);
}

void warps_met(BlockClocks& block, const std::vector<std::uint32_t>& met) {
  const std::size_t warps = block.warps.size();
  std::vector<std::uint32_t> best(warps, 0);
  std::shared_ptr<const Clock> foreign, heard, fenced;
  for (const std::uint32_t index : met) {
    WarpClock& warp = block.warps[index];
    warp.fresh = true;
    all_lanes_met(warp);
    for (std::size_t other = 0; other < warps; ++other)
      best[other] = std::max(best[other], block.known[index * warps + other]);
    foreign = joined(foreign, warp.foreign);
    heard = joined(heard, joined(warp.heard, warp.pending.consistent));
    fenced = joined(fenced, warp.released.consistent);
  }
  for (const std::uint32_t index : met)
    best[index] = std::max(best[index], block.warps[index].segment);
  for (const std::uint32_t index : met) {
    std::copy(best.begin(), best.end(),
              block.known.begin() + static_cast<std::ptrdiff_t>(index * warps));
    block.warps[index].foreign = foreign;
    block.warps[index].heard = heard;
    // All of a block fence and meet, one of them raises the flag.
    Released& released = block.warps[index].released;
    released.consistent = fenced;
    released.all = joined(released.all, fenced);
  }
}

void acquire(WarpClock& warp, Scope scope, bool consistent) {
  learn(warp, warp.pending.near);
  warp.pending.near.reset();
  if (scope == Scope::block) return;
  learn(warp, warp.pending.all);
  warp.pending = {};
  if (!consistent) return;
  learn(warp, warp.heard);
  warp.heard.reset();
}

void fence(WarpClock& warp, Mask lanes, Scope scope, bool consistent) {
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (lanes & warp.seen_lanes & Mask{1} << lane) {
      learn_of_lanes(warp, lane, warp.seen[lane]);
      warp.seen[lane] = LaneClock();
    }
  warp.seen_lanes &= ~lanes;
  acquire(warp, scope, consistent);
  warp.released.near = snapshot(warp);
  warp.released.near_block = warp.block->number;
  if (scope != Scope::block) warp.released.all = warp.released.near;
  if (scope != Scope::block && consistent) warp.released.consistent = warp.released.near;
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (lanes & Mask{1} << lane) warp.fenced[lane] = warp.segment;
}

void strong_read(WarpClock& warp, unsigned lane, std::uint64_t address, bool acquire) {
  const auto& released = warp.block->launch->released_at;
  if (released.empty()) return;
  const auto found = released.find(address);
  if (found == released.end()) return;
  const Released& offer = found->second;
  Released& pending = warp.pending;
  pending.consistent = joined(pending.consistent, offer.consistent);
  const bool near = offer.near_block == warp.block->number;
  const LaneClock* const of_lane = offer.of_lanes.of(warp.number);
  if (acquire) {
    learn(warp, offer.all);
    if (near) learn(warp, offer.near);
    if (of_lane) learn_of_lanes(warp, lane, *of_lane);
    return;
  }
  pending.all = joined(pending.all, offer.all);
  if (near) pending.near = joined(pending.near, offer.near);
  if (of_lane) {
    warp.seen[lane].join(*of_lane);
    warp.seen_lanes |= Mask{1} << lane;
  }
}

void strong_write(WarpClock& warp, unsigned lane, std::uint64_t address, bool release,
                  bool keeps_order) {
  auto& released = warp.block->launch->released_at;
  Released offered = warp.released;
  if (release) {
    offered.all = offered.near = snapshot(warp);
    offered.near_block = warp.block->number;
    warp.fenced[lane] = warp.segment;
  }
  const auto found = released.find(address);
  if (!offered.all && !offered.near) {
    if (found != released.end() && !keeps_order) released.erase(found);
    return;
  }
  LaneClock own;
  if (warp.fenced[lane]) own = known_to(warp, lane);
  if (found != released.end() && keeps_order) {
    Released& before = found->second;
    before.all = joined(before.all, offered.all);
    before.consistent = joined(before.consistent, offered.consistent);
    if (before.near_block == offered.near_block) {
      before.near = joined(before.near, offered.near);
    } else if (offered.near) {
      before.near = offered.near;
      before.near_block = offered.near_block;
    }
    if (own.warp) before.of_lanes.join(own);
    return;
  }
  if (own.warp) offered.of_lanes.join(own);
  released[address] = offered;
}

}  // namespace emu::races
