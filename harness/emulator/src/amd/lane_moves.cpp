// What chooses among values or moves them between lanes and scalar registers.
#include "amd/meanings.hpp"

namespace emu::amd {
namespace {

using u32 = std::uint32_t;

void choose(Wave& wave, const Decoded& inst) {
  const Source from = inst.family == Family::vop3 ? inst.s[2] : Source{scalar::vcc};
  const LaneMask second = mask_of(wave, inst, from);
  const LaneMask unknown = std::exchange(wave.tainted, 0);
  LaneValues<float> made_a, made_b, out;
  const float* a = fetch(wave, inst, 0, made_a.values);
  const LaneMask tainted_a = std::exchange(wave.tainted, 0);
  const float* b = fetch(wave, inst, 1, made_b.values);
  wave.tainted = unknown | (tainted_a & ~second) | (wave.tainted & second);
  for (unsigned lane = 0; lane < lanes; ++lane)
    std::memcpy(out.values + lane, (in(second, lane) ? b : a) + lane, sizeof(float));
  store(wave, inst, out.values);
}

unsigned first_lane(LaneMask exec) {
  return exec ? static_cast<unsigned>(__builtin_ctzll(exec)) : 0;
}

void read_first_lane(Wave& wave, const Decoded& inst) {
  LaneValues<u32> made;
  const u32* a = fetch(wave, inst, 0, made.values);
  const unsigned lane = first_lane(wave.exec());
  wave.set(inst.d, a[lane], in(wave.tainted, lane) ? ~0u : 0);
}

void read_lane(Wave& wave, const Decoded& inst) {
  LaneValues<u32> made;
  u32 undefined = 0;
  const unsigned lane = scalar_32(wave, inst, inst.s[1], undefined) & 63;
  const u32* a = fetch(wave, inst, 0, made.values);
  wave.set(inst.d, a[lane], undefined || in(wave.tainted, lane) ? ~0u : 0);
}

void write_lane(Wave& wave, const Decoded& inst) {
  u32 undefined = 0, place_undefined = 0;
  const u32 value = scalar_32(wave, inst, inst.s[0], undefined);
  const unsigned lane = scalar_32(wave, inst, inst.s[1], place_undefined) & 63;
  wave.lanes_of(inst.d)[lane] = value;
  const LaneMask bit = LaneMask{1} << lane;
  LaneMask& mask = wave.v_undefined[inst.d];
  // A mask of which some lanes are undefined may be kept there for a while.
  mask = undefined == ~0u || place_undefined ? mask | bit : mask & ~bit;
}

/// Set bits of a mask below this lane, in one half of the lanes.
template <bool high>
void count_below(Wave& wave, const Decoded& inst) {
  LaneValues<u32> made_a, made_b, out;
  const u32* a = fetch(wave, inst, 0, made_a.values);
  const u32* b = fetch(wave, inst, 1, made_b.values);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const LaneMask below = (LaneMask{1} << lane) - 1;
    const u32 half = static_cast<u32>(high ? below >> 32 : below);
    out.values[lane] = b[lane] + static_cast<u32>(__builtin_popcount(a[lane] & half));
  }
  store(wave, inst, out.values);
}

void swap_registers(Wave& wave, const Decoded& inst) {
  if (inst.s[0] < first_vector || inst.parts != Parts::whole)
    throw Unsupported("v_swap_b32 of what is no vector register");
  const unsigned other = inst.s[0] - first_vector;
  u32* a = wave.lanes_of(inst.d);
  u32* b = wave.lanes_of(other);
  for (unsigned lane = 0; lane < lanes; ++lane)
    if (in(wave.active, lane)) std::swap(a[lane], b[lane]);
  LaneMask &ua = wave.v_undefined[inst.d], &ub = wave.v_undefined[other];
  const LaneMask differ = (ua ^ ub) & wave.active;
  ua ^= differ;
  ub ^= differ;
}

/// Accumulation registers lie behind the others.
Decoded accumulating(const Wave& wave, const Decoded& inst, bool from, bool to) {
  Decoded moved = inst;
  const auto first = static_cast<std::uint16_t>(wave.execution->accumulation);
  if (from) moved.s[0] = static_cast<Source>(inst.s[0] + first);
  if (to) moved.d = static_cast<std::uint16_t>(inst.d + first);
  return moved;
}

template <bool from, bool to>
void move_accumulated(Wave& wave, const Decoded& inst) {
  const Decoded moved = accumulating(wave, inst, from, to);
  LaneValues<u32> made, out;
  const u32* a = fetch(wave, moved, 0, made.values);
  std::memcpy(out.values, a, sizeof out.values);
  store(wave, moved, out.values);
}

}  // namespace

void add_lane_moves(Meanings& to) {
  to["v_nop"] = to["v_clrexcp"] = [](Wave&, const Decoded&) {};
  to["v_cndmask_b32"] = choose;
  to["v_readfirstlane_b32"] = read_first_lane;
  to["v_readlane_b32"] = read_lane;
  to["v_writelane_b32"] = write_lane;
  to["v_mbcnt_lo_u32_b32"] = count_below<false>;
  to["v_mbcnt_hi_u32_b32"] = count_below<true>;
  to["v_swap_b32"] = swap_registers;
  to["v_accvgpr_read_b32"] = move_accumulated<true, false>;
  to["v_accvgpr_write_b32"] = move_accumulated<false, true>;
  to["v_accvgpr_mov_b32"] = move_accumulated<true, true>;
}

}  // namespace emu::amd
