#include "amd/order.hpp"

#include <algorithm>

#include "amd/wave.hpp"

namespace emu::amd {
namespace {

bool stores_ended(const Wave& wave) { return !wave.under_way(wave.order.stored); }

std::size_t place_of(const WarpClock& clock) {
  return clock.number - clock.block->launch->first_warp;
}

}  // namespace

void Order::begin(std::uint32_t waves, std::uint32_t waves_a_group, bool wbinvl1_releases) {
  const NumberRange numbers = next_numbers(waves);
  clocks_.first_warp = numbers.first;
  clocks_.last_warp = numbers.last;
  clocks_.warps = waves;
  clocks_.warps_a_block = waves_a_group;
  wbinvl1_releases_ = wbinvl1_releases;
  offered_.assign(waves, 0);
}

void Order::begin(Group& group) {
  group.clocks.begin(clocks_, group.number, true);
  for (Wave& wave : group.waves) {
    wave.order = {};
    wave.order.clock = &group.clocks.warps[wave.index];
  }
}

bool Order::access(Wave& wave, Cell* cells, std::uint64_t address, unsigned bytes,
                   const races::Access& access) {
  WarpClock& clock = *wave.order.clock;
  races::Verdict worst = races::Verdict::fine;
  const std::uint64_t end = (address & 3) + bytes;
  for (std::uint64_t at = 0; at < end; at += 4, ++cells) {
    std::uint32_t mask = 15;
    if (at == 0) mask &= 15u << (address & 3);
    if (end - at < 4) mask &= (1u << (end - at)) - 1;
    const races::Verdict verdict = races::touch(clock, 0, *cells, mask, access);
    if (verdict != races::Verdict::fine) worst = verdict;
  }
  wave.order.accessed |= !access.strong;
  return worst == races::Verdict::fine;
}

/// All that it did has ended: what comes next is no part of it, and it is offered to all.
void Order::complete(Wave& wave) {
  WaveOrder& order = wave.order;
  WarpClock& clock = *order.clock;
  if (order.accessed || clock.fresh) races::next_segment(clock);
  order.accessed = false;
  order.complete = clock.segment;
  const BlockClocks& block = *clock.block;
  const std::size_t first = place_of(clock) - clock.index;
  const auto raise = [&](std::size_t place, std::uint32_t segment) {
    if (offered_[place] >= segment) return;
    offered_[place] = segment;
    told_.reset();
  };
  const std::size_t waves = block.warps.size();
  for (std::size_t other = 0; other < waves; ++other)
    raise(first + other, block.known[clock.index * waves + other]);
  raise(place_of(clock), order.complete);
}

void Order::before(Wave& wave, const races::Access& access, Writer number) {
  WaveOrder& order = wave.order;
  order.offers = order.took = false;
  if (!access.write) return;
  if (stores_ended(wave) && (order.accessed || order.complete < order.clock->segment))
    complete(wave);
  if (access.atomic) return;
  if (number.vector) order.stored.vector = number.vector;
  if (number.rest) order.stored.rest = number.rest;
}

const std::shared_ptr<const Clock>& Order::told() {
  if (!told_) told_ = std::make_shared<const Clock>(offered_);
  return told_;
}

void Order::make_offer(Wave& wave, bool in_lds) {
  WaveOrder& order = wave.order;
  WarpClock& clock = *order.clock;
  if (order.offers) return;
  order.offers = true;
  Released& offer = order.offer;
  offer.near_block = clock.block->number;
  offer.near = offer.all = races::snapshot(clock);
  if (stores_ended(wave)) {
    order.complete = clock.segment;
  } else {  // what has not ended yet is offered to nobody, but for what the group's L1 holds
    auto ended = std::make_shared<Clock>(*offer.all);
    (*ended)[place_of(clock)] = order.complete;
    offer.all = std::move(ended);
    // LDS operations take place in their order, as all waves of the group see them.
    if (!in_lds && wave.rest_operations.under_way(order.stored.rest)) offer.near = offer.all;
  }
  offer.consistent = offer.all;
}

/// What anybody offered; what its own group did is known at once, as its waves share their caches.
void Order::take(Wave& wave) {
  WaveOrder& order = wave.order;
  if (order.took) return;
  order.took = true;
  WarpClock& clock = *order.clock;
  BlockClocks& block = *clock.block;
  const std::size_t waves = block.warps.size(), first = place_of(clock) - clock.index;
  for (std::size_t other = 0; other < waves; ++other) {
    std::uint32_t& segment = block.known[clock.index * waves + other];
    segment = std::max(segment, offered_[first + other]);
  }
  clock.fresh = true;
  clock.pending.consistent = clock.pending.all = races::joined(clock.pending.all, told());
}

void Order::at(Wave& wave, std::uint64_t key, const Cell& cell, const races::Access& access,
               bool reads, bool few) {
  WarpClock& clock = *wave.order.clock;
  const bool is_known = known(key);
  if (reads && is_known) {
    races::strong_read(clock, 0, key, false);
    races::acquire(clock, Scope::block, false);
  } else if (reads && cell.write_warp >= clocks_.first_warp && cell.write_warp != clock.number) {
    take(wave);
  }
  const bool follows = access.atomic && reads && few && clocks_.released_at.size() < most_addresses;
  if (!access.write || !(is_known || follows)) return;
  make_offer(wave, key >> 63);
  lowest_ = std::min(lowest_, key);
  highest_ = std::max(highest_, key);
  clock.released = wave.order.offer;
  races::strong_write(clock, 0, key, false, access.atomic);
}

void Order::met(Group& group) {
  std::vector<std::uint32_t> came;
  for (const Wave& wave : group.waves)
    if (wave.at_barrier) came.push_back(wave.index);
  races::warps_met(group.clocks, came);
  // Each knows more than it offered.  Its own stores end where it waits for them.
  for (const std::uint32_t index : came) group.waves[index].order.accessed = true;
}

void Order::invalidated(Wave& wave) {
  races::acquire(*wave.order.clock, Scope::system, true);
  if (wbinvl1_releases_) wave.order.stored = {};
}

}  // namespace emu::amd
