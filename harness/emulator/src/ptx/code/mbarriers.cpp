#include "ptx/code/mbarriers.hpp"

#include "exec/accessor.hpp"
#include "exec/memory_ops.hpp"
#include "ptx/code/choose.hpp"

namespace emu {
namespace {

/// What the 64 bits of a barrier hold here; programs see it as the state that they arrived in.
struct Phase {
  u32 expected = 0, pending = 0;  // threads
  s32 bytes = 0;                  // of copies that are under way
  bool odd = false;

  static constexpr u64 twenty = 0xfffff;

  static Phase of(u64 word) {
    Phase phase;
    phase.bytes = static_cast<s32>(static_cast<u32>(word) << 11) >> 11;
    phase.pending = static_cast<u32>(word >> 21 & twenty);
    phase.expected = static_cast<u32>(word >> 41 & twenty);
    phase.odd = word >> 63;
    return phase;
  }
  u64 word() const {
    return u64{odd} << 63 | (expected & twenty) << 41 | (pending & twenty) << 21 |
           (static_cast<u32>(bytes) & 0x1fffff);
  }
  void end_if_complete() {
    if (pending || bytes) return;
    odd = !odd;
    pending = expected;
  }
};

u32 count_of(Warp& warp, const Inst& inst, u32 lane) {
  return inst.b == nowhere ? 1 : warp.lanes<u32>(inst.b)[lane];
}

bool is_over(Warp& warp, const Inst& inst, u32 lane, const Phase& now) {
  return inst.phase == Phases::parity ? now.odd != (warp.lanes<u32>(inst.c)[lane] & 1)
                                      : now.odd != Phase::of(warp.lanes<u64>(inst.c)[lane]).odd;
}

// A copy that the barrier counts takes place when somebody waits for it.  False if there is none.
bool let_copy_come(Warp& warp, std::uint8_t* place, u64 key) {
  BulkCopy copy;
  if (!next_bulk_copy(*warp.block, key, copy)) return false;
  u64 word = 0;
  std::memcpy(&word, place, sizeof word);
  Phase phase = Phase::of(word);
  phase.bytes -= static_cast<s32>(copy.bytes);
  phase.end_if_complete();
  word = phase.word();
  std::memcpy(place, &word, sizeof word);
  if (warp.launch->options.races)
    races::strong_write(*copy.warp->clock, copy.lane, key, true, true);
  warp.launch->changed();
  return true;
}

void wait(Warp& warp, const Inst& inst, Mask mask) {
  Accessor accessor(warp, inst, mask, Use::load);
  Mask over = 0;
  for (u32 lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    u64 word = 0;
    bool done = false;
    std::uint8_t* const place = accessor.at(lane);
    do {
      if (place) std::memcpy(&word, place, sizeof word);
      done = is_over(warp, inst, lane, Phase::of(word));
    } while (!done && place && let_copy_come(warp, place, accessor.key(lane)));
    over |= Mask{done} << lane;
    if (done && warp.launch->options.races)
      races::strong_read(*warp.clock, lane, accessor.key(lane), inst.acquire);
  }
  Mask& d = *warp.lanes<Mask>(inst.d);
  d = (d & ~mask) | over;
  if (over != mask) warp.yield();
}

void begin(Warp& warp, const Inst& inst, Mask mask) {
  Accessor accessor(warp, inst, mask, Use::store);
  for (u32 lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    Phase phase;
    phase.expected = phase.pending = inst.phase == Phases::end ? 0 : count_of(warp, inst, lane);
    const u64 word = phase.word();
    if (std::uint8_t* const place = accessor.at(lane)) std::memcpy(place, &word, sizeof word);
  }
  warp.launch->changed();
}

}  // namespace

void barrier_in_memory(Warp& warp, const Inst& inst, Mask mask) {
  switch (inst.phase) {
    case Phases::begin:
    case Phases::end:
      return begin(warp, inst, mask);
    case Phases::state:
    case Phases::parity:
      return wait(warp, inst, mask);
    case Phases::copies:
    case Phases::copies_counted:
      wait_for_all_copies(warp, inst, mask);
      if (inst.phase == Phases::copies) return;  // one more pending, and one that arrives
      break;
    default:
      break;
  }
  Accessor accessor(warp, inst, mask, Use::atomic);
  for (u32 lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    u64 before = 0;
    if (std::uint8_t* const place = accessor.at(lane)) {
      std::memcpy(&before, place, sizeof before);
      Phase phase = Phase::of(before);
      const u32 count = count_of(warp, inst, lane);
      if (inst.phase == Phases::expect || inst.phase == Phases::arrive_expect)
        phase.bytes += static_cast<s32>(count);
      if (inst.phase == Phases::complete) phase.bytes -= static_cast<s32>(count);
      if (inst.phase == Phases::drop) phase.expected -= count;
      if (inst.phase != Phases::expect && inst.phase != Phases::complete) {
        const u32 arriving =
            inst.phase == Phases::arrive_expect || inst.phase == Phases::copies_counted ? 1 : count;
        if (arriving > phase.pending)
          add_finding(Fault::divergent_barrier, warp, inst, lane,
                      "more threads arrive at a barrier in shared memory than it waits for");
        phase.pending -= std::min(arriving, phase.pending);
      }
      if (inst.phase != Phases::expect && inst.phase != Phases::arrive_open)
        phase.end_if_complete();
      const u64 after = phase.word();
      std::memcpy(place, &after, sizeof after);
      if (warp.launch->options.races) {
        races::strong_read(*warp.clock, lane, accessor.key(lane), false);
        races::strong_write(*warp.clock, lane, accessor.key(lane), inst.release, true);
      }
    }
    if (inst.d != nowhere) warp.lanes<u64>(inst.d)[lane] = before;
  }
  warp.launch->changed();
  warp.clock->fresh = true;
}

void pending_count(Warp& warp, const Inst& inst, Mask mask) {
  for (u32 lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane))
      warp.lanes<u32>(inst.d)[lane] = Phase::of(warp.lanes<u64>(inst.a)[lane]).pending;
}

}  // namespace emu
