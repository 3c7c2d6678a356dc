// Loads, stores and atomic operations of all families of vector memory instructions.
#include <algorithm>

#include "amd/atomics.hpp"
#include "amd/meanings.hpp"
#include "amd/memory.hpp"

namespace emu::amd {
namespace {

using u32 = std::uint32_t;

/// What a narrow load makes of a register.
enum class Widened : std::uint8_t {
  zeros,
  sign,
  low_half,
  low_half_sign,
  high_half,
  high_half_sign
};

u32 widened(u32 value, unsigned bytes, Widened how, u32 before) {
  const bool with_sign =
      how == Widened::sign || how == Widened::low_half_sign || how == Widened::high_half_sign;
  if (bytes == 1 && with_sign && value >> 7) value |= ~0xffu;
  if (bytes == 2 && with_sign && value >> 15) value |= ~0xffffu;
  switch (how) {
    case Widened::zeros:
    case Widened::sign:
      return value;
    case Widened::low_half:
    case Widened::low_half_sign:
      return (before & 0xffff0000u) | (value & 0xffffu);
    default:
      return (before & 0xffffu) | value << 16;
  }
}

template <unsigned bytes, Widened how>
void load(Wave& wave, const Decoded& inst) {
  if (inst.lds) throw Unsupported(std::string(inst.name) + " into LDS");
  constexpr unsigned words = (bytes + 3) / 4;
  Access access(wave, inst, Use::load, bytes);
  access.take_addresses();
  access.begin(inst.glc);
  const unsigned first = data_register(wave, inst, inst.d);
  std::uint32_t* d[words];
  for (unsigned word = 0; word < words; ++word) d[word] = wave.result_of(inst, first + word);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (!in(access.mask(), lane)) continue;
    u32 values[words] = {}, undefined = 0;
    access.load(lane, reinterpret_cast<std::uint8_t*>(values), undefined);
    for (unsigned word = 0; word < words; ++word) {
      u32& to = d[word][lane];
      to = bytes < 4 ? widened(values[word], bytes, how, to) : values[word];
      constexpr u32 all = bytes < 4 ? (1u << bytes) - 1 : 15;
      const LaneMask bit = LaneMask{1} << lane;
      LaneMask& unknown = wave.v_undefined[first + word];
      unknown = (undefined >> 4 * word & all) == all ? unknown | bit : unknown & ~bit;
    }
  }
  for (unsigned word = 0; word < words; ++word) wave.will_write(inst, first + word, access.mask());
}

template <unsigned bytes, bool high_half>
void store(Wave& wave, const Decoded& inst) {
  if (inst.lds) throw Unsupported(std::string(inst.name) + " from LDS");
  constexpr unsigned words = (bytes + 3) / 4;
  Access access(wave, inst, Use::store, bytes);
  access.take_addresses();
  access.begin(false);
  const unsigned first = data_register(wave, inst, inst.data);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (!in(access.mask(), lane)) continue;
    u32 values[words], undefined = 0;
    for (unsigned word = 0; word < words; ++word) {
      values[word] = wave.lanes_of(first + word)[lane] >> (high_half ? 16 : 0);
      if (in(wave.v_undefined[first + word], lane)) undefined |= 15u << 4 * word;
    }
    access.store(lane, reinterpret_cast<const std::uint8_t*>(values), undefined);
  }
}

template <class T, class L>
void atomic(Wave& wave, const Decoded& inst) {
  Access access(wave, inst, Use::atomic, sizeof(T));
  access.take_addresses();
  access.begin(inst.glc);
  const unsigned first = data_register(wave, inst, inst.data);
  const unsigned result = data_register(wave, inst, inst.d);
  constexpr unsigned words = sizeof(T) / 4;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (!in(access.mask(), lane)) continue;
    T* place = reinterpret_cast<T*>(access.atomic(lane));
    if (!place) {  // outside, as a load there
      if (inst.glc) put_value(wave, inst, result, lane, T{});
      continue;
    }
    const T data = register_value<T>(wave, first, lane);
    // Of compare and swap the second value is what is expected; others have none.
    const T more = L::compares ? register_value<T>(wave, first + words, lane) : T{};
    const T old = changed_to(wave, place, [&](T now) { return L::next(now, data, more); });
    if (inst.glc) put_value(wave, inst, result, lane, old);
  }
  for (unsigned word = 0; inst.glc && word < words; ++word)
    wave.will_write(inst, result + word, access.mask());
}

template <class T>
void add_atomics(Meanings& to, const std::string& family, const std::string& ending) {
  using Signed = std::make_signed_t<T>;
  const auto add = [&](const std::string& name, Run run) {
    to[family + "_atomic_" + name + ending] = run;
  };
  add("swap", atomic<T, atomics::Swap<T>>);
  add("cmpswap", atomic<T, atomics::CompareSwap<T>>);
  add("add", atomic<T, atomics::Add<T>>);
  add("sub", atomic<T, atomics::Subtract<T>>);
  add("smin", atomic<T, atomics::Min<T, Signed>>);
  add("umin", atomic<T, atomics::Min<T, T>>);
  add("smax", atomic<T, atomics::Max<T, Signed>>);
  add("umax", atomic<T, atomics::Max<T, T>>);
  add("and", atomic<T, atomics::And<T>>);
  add("or", atomic<T, atomics::Or<T>>);
  add("xor", atomic<T, atomics::Xor<T>>);
  add("inc", atomic<T, atomics::Increment<T>>);
  add("dec", atomic<T, atomics::Decrement<T>>);
}

void add_family(Meanings& to, const std::string& family) {
  const auto loads = [&](const std::string& name, Run run) { to[family + "_load_" + name] = run; };
  loads("ubyte", load<1, Widened::zeros>);
  loads("sbyte", load<1, Widened::sign>);
  loads("ushort", load<2, Widened::zeros>);
  loads("sshort", load<2, Widened::sign>);
  loads("dword", load<4, Widened::zeros>);
  loads("dwordx2", load<8, Widened::zeros>);
  loads("dwordx3", load<12, Widened::zeros>);
  loads("dwordx4", load<16, Widened::zeros>);
  loads("ubyte_d16", load<1, Widened::low_half>);
  loads("ubyte_d16_hi", load<1, Widened::high_half>);
  loads("sbyte_d16", load<1, Widened::low_half_sign>);
  loads("sbyte_d16_hi", load<1, Widened::high_half_sign>);
  loads("short_d16", load<2, Widened::low_half>);
  loads("short_d16_hi", load<2, Widened::high_half>);
  const auto stores = [&](const std::string& name, Run run) {
    to[family + "_store_" + name] = run;
  };
  stores("byte", store<1, false>);
  stores("byte_d16_hi", store<1, true>);
  stores("short", store<2, false>);
  stores("short_d16_hi", store<2, true>);
  stores("dword", store<4, false>);
  stores("dwordx2", store<8, false>);
  stores("dwordx3", store<12, false>);
  stores("dwordx4", store<16, false>);
}

}  // namespace

void add_memory(Meanings& to) {
  for (const std::string family : {"flat", "global", "scratch", "buffer"}) {
    add_family(to, family);
    if (family == "scratch") continue;
    add_atomics<u32>(to, family, "");
    add_atomics<std::uint64_t>(to, family, "_x2");
    to[family + "_atomic_add_f32"] = atomic<u32, atomics::AddReal<u32, float>>;
    to[family + "_atomic_add_f64"] = atomic<std::uint64_t, atomics::AddReal<std::uint64_t, double>>;
    to[family + "_atomic_min_f64"] = atomic<std::uint64_t, atomics::MinReal<std::uint64_t, double>>;
    to[family + "_atomic_max_f64"] = atomic<std::uint64_t, atomics::MaxReal<std::uint64_t, double>>;
  }
  // Caches are not modelled: memory is one for all.  What is written back or invalidated in L2
  // matters to other devices and the host alone.
  for (const char* name : {"buffer_wbinvl1", "buffer_wbinvl1_vol"})
    to[name] = [](Wave& wave, const Decoded&) {
      if (wave.order.clock) wave.execution->order.invalidated(wave);
    };
  for (const char* name : {"buffer_wbl2", "buffer_invl2"}) to[name] = [](Wave&, const Decoded&) {};
}

}  // namespace emu::amd
