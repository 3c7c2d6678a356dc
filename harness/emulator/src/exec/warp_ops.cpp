#include "exec/warp_ops.hpp"

#include <algorithm>
#include <cstring>

#include "exec/launch.hpp"
#include "exec/place.hpp"
#include "exec/vector.hpp"

namespace emu {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr u32 poison = 0xcbcbcbcb;

const u32* members(Warp& warp, const Inst& inst) { return warp.lanes<u32>(inst.target); }

void set_predicate(Warp& warp, u32 at, Mask mask, Mask value) {
  Mask& d = *warp.lanes<Mask>(at);
  d = (d & ~mask) | (value & mask);
}

}  // namespace

void shuffle(Warp& warp, const Inst& inst, Mask mask) {
  const u32* a = warp.lanes<u32>(inst.a);
  const u32* b = warp.lanes<u32>(inst.b);
  const u32* c = warp.lanes<u32>(inst.c);
  u32 result[warp_lanes];
  Mask valid = 0;
  for (u32 lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    const u32 segment = c[lane] >> 8 & 31;
    const u32 clamp = c[lane] & 31;
    const u32 distance = b[lane] & 31;
    const u32 last = (lane & segment) | (clamp & ~segment);
    const u32 first = lane & segment;
    u32 from = lane;
    bool good = false;
    switch (inst.shuffle) {
      case Shuffle::up:
        from = lane - distance;
        good = static_cast<std::int32_t>(from) >= static_cast<std::int32_t>(last);
        break;
      case Shuffle::down:
        from = lane + distance;
        good = from <= last;
        break;
      case Shuffle::bfly:
        from = lane ^ distance;
        good = from <= last;
        break;
      case Shuffle::idx:
        from = first | (distance & ~segment);
        good = from <= last;
        break;
    }
    if (!good) from = lane;
    valid |= Mask{good} << lane;
    if (in(mask, from)) {
      result[lane] = a[from];
      continue;
    }
    result[lane] = poison;
    if (!in(members(warp, inst)[lane], from))
      add_finding(
          Fault::lane_mask, warp, inst, lane,
          "reads lane " + std::to_string(from) + ", which the mask of the shuffle does not name");
  }
  u32* d = warp.lanes<u32>(inst.d);
  for (u32 lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane)) d[lane] = result[lane];
  if (inst.e != nowhere) set_predicate(warp, inst.e, mask, valid);
}

void vote(Warp& warp, const Inst& inst, Mask mask) {
  const Mask predicate = *warp.lanes<Mask>(inst.a) ^ (inst.c_negated ? all_lanes : 0);
  Mask yes = 0;
  u32* d = warp.lanes<u32>(inst.d);
  for (u32 lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    const Mask asked = members(warp, inst)[lane] & mask;
    const Mask said = predicate & asked;
    bool result = false;
    switch (inst.vote) {
      case Vote::all:
        result = said == asked;
        break;
      case Vote::any:
        result = said != 0;
        break;
      case Vote::uni:
        result = said == 0 || said == asked;
        break;
      case Vote::ballot:
        d[lane] = said;
        break;
    }
    yes |= Mask{result} << lane;
  }
  if (inst.vote != Vote::ballot) set_predicate(warp, inst.d, mask, yes);
}

namespace {

u64 value_of(Warp& warp, const Inst& inst, u32 lane) {
  return inst.bytes == 8 ? warp.lanes<u64>(inst.a)[lane] : warp.lanes<u32>(inst.a)[lane];
}

}  // namespace

void match_any(Warp& warp, const Inst& inst, Mask mask) {
  u32 result[warp_lanes] = {};
  for (u32 lane = 0; lane < warp_lanes; ++lane)
    for (u32 other = 0; other < warp_lanes; ++other)
      if (in(mask, lane) && in(mask & members(warp, inst)[lane], other) &&
          value_of(warp, inst, lane) == value_of(warp, inst, other))
        result[lane] |= Mask{1} << other;
  u32* d = warp.lanes<u32>(inst.d);
  for (u32 lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane)) d[lane] = result[lane];
}

void match_all(Warp& warp, const Inst& inst, Mask mask) {
  u32 result[warp_lanes] = {};
  Mask all = 0;
  for (u32 lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    const Mask asked = members(warp, inst)[lane] & mask;
    bool same = true;
    for (u32 other = 0; other < warp_lanes; ++other)
      if (in(asked, other) && value_of(warp, inst, lane) != value_of(warp, inst, other))
        same = false;
    if (same) result[lane] = asked;
    all |= Mask{same} << lane;
  }
  u32* d = warp.lanes<u32>(inst.d);
  for (u32 lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane)) d[lane] = result[lane];
  if (inst.e != nowhere) set_predicate(warp, inst.e, mask, all);
}

namespace {

template <typename T>
void reduce(Warp& warp, const Inst& inst, Mask mask) {
  const T* a = warp.lanes<T>(inst.a);
  T result[warp_lanes];
  for (u32 lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    T sum = a[lane];
    for (u32 other = 0; other < warp_lanes; ++other) {
      if (other == lane || !in(mask & members(warp, inst)[lane], other)) continue;
      const T x = a[other];
      switch (inst.reduce) {
        case Reduce::add:
          sum = static_cast<T>(static_cast<u32>(sum) + static_cast<u32>(x));
          break;
        case Reduce::min:
          sum = std::min(sum, x);
          break;
        case Reduce::max:
          sum = std::max(sum, x);
          break;
        case Reduce::and_:
          sum &= x;
          break;
        case Reduce::or_:
          sum |= x;
          break;
        case Reduce::xor_:
          sum ^= x;
          break;
      }
    }
    result[lane] = sum;
  }
  T* d = warp.lanes<T>(inst.d);
  for (u32 lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane)) d[lane] = result[lane];
}

}  // namespace

void reduce_unsigned(Warp& warp, const Inst& inst, Mask mask) { reduce<u32>(warp, inst, mask); }
void reduce_signed(Warp& warp, const Inst& inst, Mask mask) {
  reduce<std::int32_t>(warp, inst, mask);
}

void elect(Warp& warp, const Inst& inst, Mask mask) {
  const u32 chosen = static_cast<u32>(__builtin_ctz(mask));
  if (inst.d != nowhere)
    for (u32 lane = 0; lane < warp_lanes; ++lane)
      if (in(mask, lane)) warp.lanes<u32>(inst.d)[lane] = chosen;
  set_predicate(warp, inst.e, mask, Mask{1} << chosen);
}

void active_mask(Warp& warp, const Inst& inst, Mask mask) {
  for (u32 lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane)) warp.lanes<u32>(inst.d)[lane] = mask;
}

void warp_barrier(Warp&, const Inst&, Mask) {}
void nothing(Warp&, const Inst&, Mask) {}

namespace {

template <typename T>
struct Same {
  T operator()(T a) const { return a; }
};

}  // namespace

Handler move_handler(unsigned bytes) {
  switch (bytes) {
    case 2:
      return map1<std::uint16_t, std::uint16_t, Same<std::uint16_t>>;
    case 4:
      return map1<u32, u32, Same<u32>>;
    case 8:
      return map1<u64, u64, Same<u64>>;
    default:
      return nullptr;
  }
}

void move_predicate(Warp& warp, const Inst& inst, Mask mask) {
  set_predicate(warp, inst.d, mask, *warp.lanes<Mask>(inst.a) ^ (inst.c_negated ? all_lanes : 0));
}

namespace {

// Two halves, which is what compilers write: 64 bits of two registers.
template <typename Whole, typename Half>
void pack_halves(Warp& warp, const Inst& inst, Mask mask, const std::vector<u32>& parts) {
  Whole* d = warp.lanes<Whole>(inst.d);
  const Half* low = warp.lanes<Half>(parts[0]);
  const Half* high = warp.lanes<Half>(parts[1]);
  for (u32 lane = 0; lane < warp_lanes; ++lane) {
    const Whole whole = static_cast<Whole>(low[lane] | Whole{high[lane]} << (8 * sizeof(Half)));
    d[lane] = in(mask, lane) ? whole : d[lane];
  }
}

template <typename Whole, typename Half>
void unpack_half(Warp& warp, const Inst& inst, Mask mask, u32 part, unsigned shift) {
  if (part == nowhere) return;
  Half* d = warp.lanes<Half>(part);
  const Whole* a = warp.lanes<Whole>(inst.a);
  for (u32 lane = 0; lane < warp_lanes; ++lane) {
    const Half half = static_cast<Half>(a[lane] >> shift);
    d[lane] = in(mask, lane) ? half : d[lane];
  }
}

}  // namespace

void pack(Warp& warp, const Inst& inst, Mask mask) {
  const auto& parts = warp.frame->function->lists[inst.extra];
  if (inst.count == 2 && inst.width == 8) return pack_halves<u64, u32>(warp, inst, mask, parts);
  std::uint8_t* d = warp.lanes<std::uint8_t>(inst.d);
  for (u32 lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    std::uint8_t whole[8] = {};
    for (u32 v = 0; v < inst.count; ++v)
      std::memcpy(whole + v * inst.bytes, warp.lanes<std::uint8_t>(parts[v]) + lane * inst.bytes,
                  inst.bytes);
    std::memcpy(d + lane * inst.width, whole, inst.width);
  }
}

void unpack(Warp& warp, const Inst& inst, Mask mask) {
  const auto& parts = warp.frame->function->lists[inst.extra];
  if (inst.count == 2 && inst.width == 8) {
    unpack_half<u64, u32>(warp, inst, mask, parts[0], 0);
    unpack_half<u64, u32>(warp, inst, mask, parts[1], 32);
    return;
  }
  for (u32 lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    std::uint8_t whole[8];
    std::memcpy(whole, warp.lanes<std::uint8_t>(inst.a) + lane * inst.width, inst.width);
    for (u32 v = 0; v < inst.count; ++v)
      if (parts[v] != nowhere)
        std::memcpy(warp.lanes<std::uint8_t>(parts[v]) + lane * inst.bytes, whole + v * inst.bytes,
                    inst.bytes);
  }
}

// The clock is the number of instructions issued so far: the same in each run.
void read_clock(Warp& warp, const Inst& inst, Mask mask) {
  const u64 now = warp.launch->issued;
  ++warp.launch->changes;  // who watches the clock does not spin
  for (u32 lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    if (inst.width == 8)
      warp.lanes<u64>(inst.d)[lane] = now;
    else
      warp.lanes<u32>(inst.d)[lane] = static_cast<u32>(now);
  }
}

}  // namespace emu
