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

std::uint32_t packed(const Warp& warp, unsigned lane, std::uint32_t bytes, const Access& access) {
  return lane | bytes << bytes_at | static_cast<std::uint32_t>(access.scope) << scope_at |
         static_cast<std::uint32_t>(access.strong) << strong_at |
         static_cast<std::uint32_t>(access.together) << together_at |
         warp.clock.segment << segment_at;
}

std::uint32_t lane_of(std::uint32_t info) { return info & (warp_lanes - 1); }
std::uint32_t bytes_of(std::uint32_t info) { return info >> bytes_at & 15; }
std::uint32_t segment_of(std::uint32_t info) { return info >> segment_at; }

/// Whether what (number, info) did is ordered before what this lane does now.
bool ordered(std::uint32_t number, std::uint32_t info, const Warp& warp, unsigned lane) {
  const Launch& launch = *warp.launch;
  if (number < launch.first_warp) return !among(launch.unordered, number);  // of earlier work
  const std::uint32_t segment = segment_of(info);
  if (number == warp.clock.number) {
    if (lane_of(info) == lane || (info >> together_at & 1) || segment < warp.clock.known)
      return true;
    return !warp.clock.lanes.empty() &&
           segment < warp.clock.lanes[lane * warp_lanes + lane_of(info)];
  }
  const std::uint32_t in_launch = number - launch.first_warp;
  const Block& block = *warp.block;
  const auto warps = static_cast<std::uint32_t>(block.warps.size());
  if (in_launch / launch.warps_a_block == block.number)
    return segment < block.known[warp.index * warps + in_launch % launch.warps_a_block];
  const auto& foreign = block.order[warp.index].foreign;
  return foreign && segment < (*foreign)[in_launch];
}

bool same_block(std::uint32_t number, const Warp& warp) {
  const Launch& launch = *warp.launch;
  return (number - launch.first_warp) / launch.warps_a_block == warp.block->number;
}

/// Two unordered accesses: two strong ones of scopes that include each other are no race.
Verdict judged(std::uint32_t number, std::uint32_t info, const Warp& warp, const Access& access) {
  const bool strong = info >> strong_at & 1;
  if (!strong || !access.strong) return Verdict::race;
  const auto scope = static_cast<Scope>(info >> scope_at & 3);
  const bool near = same_block(number, warp);
  if (!near && (scope == Scope::block || access.scope == Scope::block))
    return Verdict::narrow_scope;
  return Verdict::fine;
}

void next_segment(Warp& warp) {
  if (warp.clock.segment < last_segment) ++warp.clock.segment;
}

std::uint32_t warps_of_launch(const Launch& launch) {
  return static_cast<std::uint32_t>(launch.grid.size()) * launch.warps_a_block;
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

/// All that a warp knows, itself included, as others may come to know it.
std::shared_ptr<const Clock> snapshot(Warp& warp) {
  Block& block = *warp.block;
  WarpOrder& order = block.order[warp.index];
  if (!warp.clock.fresh && order.offered) return order.offered;
  const Launch& launch = *warp.launch;
  const auto& foreign = order.foreign;
  auto clock = foreign ? std::make_shared<Clock>(*foreign)
                       : std::make_shared<Clock>(warps_of_launch(launch), 0);
  const std::size_t first = block.number * launch.warps_a_block;
  const std::size_t warps = block.warps.size();
  for (std::size_t other = 0; other < warps; ++other)
    (*clock)[first + other] =
        std::max((*clock)[first + other], block.known[warp.index * warps + other]);
  (*clock)[first + warp.index] = warp.clock.segment + 1;
  next_segment(warp);
  warp.clock.fresh = false;
  order.offered = clock;
  return clock;
}

void learn(Warp& warp, const std::shared_ptr<const Clock>& clock) {
  if (!clock) return;
  Block& block = *warp.block;
  WarpOrder& order = block.order[warp.index];
  if (order.foreign == clock) return;
  warp.clock.fresh = true;
  order.foreign = joined(order.foreign, clock);
  const std::size_t first = block.number * warp.launch->warps_a_block;
  const std::size_t warps = block.warps.size();
  for (std::size_t other = 0; other < warps; ++other) {
    std::uint32_t& known = block.known[warp.index * warps + other];
    known = std::max(known, (*clock)[first + other]);
  }
}

}  // namespace

Verdict touch(Warp& warp, unsigned lane, Cell& cell, std::uint32_t bytes, const Access& access) {
  if (warp.clock.segment == last_segment)
    return Verdict::fine;  // more points of synchronisation than can be told apart
  warp.clock.fresh |= !access.atomic;
  Verdict verdict = Verdict::fine;
  const auto against = [&](std::uint32_t number, std::uint32_t info) {
    if (verdict == Verdict::fine && (bytes_of(info) & bytes) && !ordered(number, info, warp, lane))
      verdict = judged(number, info, warp, access);
    if (verdict == Verdict::race && number < warp.launch->first_warp)
      verdict = Verdict::stream_race;
  };
  if (cell.write_warp) against(cell.write_warp, cell.write_info);
  const std::uint32_t info = packed(warp, lane, bytes, access);
  const Launch& launch = *warp.launch;
  const bool read_before = cell.read_warp >= launch.first_warp
                               ? cell.read_warp != 0
                               : among(launch.unordered, cell.read_warp);
  if (access.write) {
    if (read_before) {
      against(cell.read_warp, cell.read_info);
      const bool mine = cell.read_warp == warp.clock.number && lane_of(cell.read_info) == lane &&
                        segment_of(cell.read_info) == warp.clock.segment;
      if (verdict == Verdict::fine && mine && (cell.read_info >> many_at & 1) && !access.strong)
        verdict = Verdict::race;
    }
    cell.write_warp = warp.clock.number;
    cell.write_info = info;
    if (access.atomic) return verdict;  // its read is part of it
    cell.read_warp = 0;
  } else if (!read_before || ordered(cell.read_warp, cell.read_info, warp, lane)) {
    const bool again = read_before && cell.read_warp == warp.clock.number &&
                       segment_of(cell.read_info) == warp.clock.segment;
    const std::uint32_t many = again ? cell.read_info & (1u << many_at) : 0;
    const std::uint32_t seen = again ? cell.read_info & (15u << bytes_at) : 0;
    cell.read_warp = warp.clock.number;
    cell.read_info = info | many | seen;
  } else if ((bytes_of(cell.read_info) & ~bytes) == 0) {
    cell.read_info |= 1u << many_at;
  }
  return verdict;
}

bool touch(Cell* cells, std::uint64_t address, std::uint64_t bytes, bool write,
           std::uint32_t number, const std::vector<NumberRange>& unordered) {
  bool raced = false;
  const std::uint64_t end = (address & 3) + bytes;  // from the first cell on
  for (std::uint64_t at = 0; at < end; at += 4, ++cells) {
    std::uint32_t mask = 15;
    if (at == 0) mask &= 15u << (address & 3);
    if (end - at < 4) mask &= (1u << (end - at)) - 1;
    const auto meets = [&](std::uint32_t other, std::uint32_t info) {
      return (bytes_of(info) & mask) && among(unordered, other);
    };
    raced |= meets(cells->write_warp, cells->write_info);
    if (write) {
      raced |= meets(cells->read_warp, cells->read_info);
      cells->write_warp = number;
      cells->write_info = mask << bytes_at;
      cells->read_warp = 0;
    } else {
      cells->read_warp = number;
      cells->read_info = mask << bytes_at;
    }
  }
  return raced;
}

void lanes_met(Warp& warp, Mask members) {
  next_segment(warp);
  const std::uint32_t segment = warp.clock.segment;
  if ((members & warp.live) == warp.live) {
    warp.clock.known = segment;
    warp.clock.lanes.clear();
    return;
  }
  auto& lanes = warp.clock.lanes;
  if (lanes.empty()) lanes.assign(warp_lanes * warp_lanes, warp.clock.known);
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

void warps_met(Block& block, const std::vector<std::uint32_t>& met) {
  const std::size_t warps = block.warps.size();
  std::vector<std::uint32_t> best(warps, 0);
  std::shared_ptr<const Clock> foreign, heard;
  for (const std::uint32_t index : met) {
    Warp& warp = block.warps[index];
    warp.clock.fresh = true;
    lanes_met(warp, warp.live);
    for (std::size_t other = 0; other < warps; ++other)
      best[other] = std::max(best[other], block.known[index * warps + other]);
    const WarpOrder& order = block.order[index];
    foreign = joined(foreign, order.foreign);
    heard = joined(heard, joined(order.heard, order.pending.consistent));
  }
  for (const std::uint32_t index : met)
    best[index] = std::max(best[index], block.warps[index].clock.segment);
  for (const std::uint32_t index : met) {
    std::copy(best.begin(), best.end(),
              block.known.begin() + static_cast<std::ptrdiff_t>(index * warps));
    block.order[index].foreign = foreign;
    block.order[index].heard = heard;
  }
}

void fence(Warp& warp, bool consistent) {
  WarpOrder& order = warp.block->order[warp.index];
  learn(warp, order.pending.all);
  order.pending = {};
  if (consistent) {
    learn(warp, order.heard);
    order.heard.reset();
  }
  order.released.all = snapshot(warp);
  if (consistent) order.released.consistent = order.released.all;
}

void strong_read(Warp& warp, std::uint64_t address, bool acquire) {
  const auto& released = warp.launch->released_at;
  if (released.empty()) return;
  const auto found = released.find(address);
  if (found == released.end()) return;
  Released& pending = warp.block->order[warp.index].pending;
  pending.consistent = joined(pending.consistent, found->second.consistent);
  if (acquire)
    learn(warp, found->second.all);
  else
    pending.all = joined(pending.all, found->second.all);
}

void strong_write(Warp& warp, std::uint64_t address, bool release, bool keeps_order) {
  auto& released = warp.launch->released_at;
  Released offered = warp.block->order[warp.index].released;
  if (release) offered.all = snapshot(warp);
  const auto found = released.find(address);
  if (!offered.all) {
    if (found != released.end() && !keeps_order) released.erase(found);
    return;
  }
  if (found != released.end() && keeps_order)
    offered = {joined(found->second.all, offered.all),
               joined(found->second.consistent, offered.consistent)};
  released[address] = offered;
}

}  // namespace emu::races
