// Two numbers in each register of a lane: VOP3P.
#include <algorithm>
#include <cmath>

#include "amd/meanings.hpp"

namespace emu::amd {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using u16 = std::uint16_t;
using i16 = std::int16_t;

/// Both halves of a source as one word; constants of halves stand in the low one.
const u32* both_halves(Wave& wave, const Decoded& inst, unsigned index, u32* to, bool real) {
  const Source code = inst.s[index];
  if (!real || code >= first_vector || code < 240) return fetch(wave, inst, index, to);
  u32 undefined = 0;
  std::fill_n(to, lanes, scalar_16(wave, inst, code, undefined));
  return to;
}

template <class T>
T half_of(u32 value, const Decoded& inst, unsigned index, bool high) {
  const bool upper = (high ? inst.opsel_hi : inst.opsel) >> index & 1;
  auto bits = static_cast<u16>(upper ? value >> 16 : value);
  if constexpr (is_real<T>)
    if ((high ? inst.neg_hi : inst.neg) >> index & 1) bits ^= 0x8000;
  return bits_as<T>(bits);
}

template <class L, class T, class... A, std::size_t... I>
void packed(Wave& wave, const Decoded& inst, std::index_sequence<I...>) {
  LaneValues<u32> made[sizeof...(A)], out;
  const u32* sources[] = {both_halves(wave, inst, I, made[I].values, is_real<T>)...};
  const L& f = *Kept<L>::function;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    T low = f(half_of<A>(sources[I][lane], inst, I, false)...);
    T high = f(half_of<A>(sources[I][lane], inst, I, true)...);
    if constexpr (is_real<T>)
      if (inst.clamp) low = clamped(low), high = clamped(high);
    out.values[lane] = u32{bits_as<u16>(low)} | u32{bits_as<u16>(high)} << 16;
  }
  if (inst.clamp && !is_real<T>) throw Unsupported("clamp of " + std::string(inst.name));
  put_register(wave, inst.d, out.values);
}

template <class L, class T, class... A>
Run packed_run(T (L::*)(A...) const) {
  return [](Wave& wave, const Decoded& inst) {
    packed<L, T, A...>(wave, inst, std::index_sequence_for<A...>());
  };
}

template <class L>
Run in_halves(const L& function) {
  keep(function);
  return packed_run<L>(&L::operator());
}

/// Two words of a source: of a pair of registers, or a constant twice.  Each may be undefined.
struct Words {
  LaneValues<u32> low, high;
  LaneMask low_undefined = 0, high_undefined = 0;

  Words(Wave& wave, const Decoded& inst, unsigned index) {
    const Source code = inst.s[index];
    if (code >= first_vector) {
      const unsigned reg = code - first_vector;
      std::memcpy(low.values, wave.lanes_of(reg), sizeof low.values);
      std::memcpy(high.values, wave.lanes_of(reg + 1), sizeof high.values);
      low_undefined = wave.v_undefined[reg];
      high_undefined = wave.v_undefined[reg + 1];
      return;
    }
    u32 undefined = 0;
    std::fill_n(low.values, lanes, scalar_32(wave, inst, code, undefined));
    const bool pair = code + 1u < scalar::registers;
    std::fill_n(high.values, lanes,
                scalar_32(wave, inst, pair ? static_cast<Source>(code + 1) : code, undefined));
    if (undefined) low_undefined = high_undefined = every_lane;
  }

  LaneMask undefined(bool upper) const { return upper ? high_undefined : low_undefined; }
  u32 of(unsigned lane, bool upper) const { return (upper ? high : low).values[lane]; }
};

template <class L, std::size_t... I>
void packed_words(Wave& wave, const Decoded& inst, std::index_sequence<I...>) {
  const Words sources[] = {Words(wave, inst, I)...};
  LaneValues<u32> result[2];
  LaneMask undefined[2] = {0, 0};
  for (unsigned part = 0; part < 2; ++part) {
    const auto select = part ? inst.opsel_hi : inst.opsel;
    const auto negate = part ? inst.neg_hi : inst.neg;
    const auto value = [&](unsigned index, unsigned lane) {
      const u32 bits = sources[index].of(lane, select >> index & 1);
      return bits_as<float>(bits ^ (negate >> index & 1) << 31);
    };
    undefined[part] = (sources[I].undefined(select >> I & 1) | ...);
    for (unsigned lane = 0; lane < lanes; ++lane)
      result[part].values[lane] = bits_as<u32>((*Kept<L>::function)(value(I, lane)...));
  }
  if (inst.clamp) throw Unsupported("clamp of " + std::string(inst.name));
  for (unsigned part = 0; part < 2; ++part) {
    wave.tainted = undefined[part];
    put_register(wave, inst.d + part, result[part].values);
  }
}

template <unsigned sources, class L>
Run in_words(const L& function) {
  keep(function);
  return [](Wave& wave, const Decoded& inst) {
    packed_words<L>(wave, inst, std::make_index_sequence<sources>());
  };
}

void move_words(Wave& wave, const Decoded& inst) {
  const Words a(wave, inst, 0), b(wave, inst, 1);
  LaneValues<u32> low, high;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    low.values[lane] = a.of(lane, inst.opsel & 1);
    high.values[lane] = b.of(lane, inst.opsel >> 1 & 1);
  }
  wave.tainted = a.undefined(inst.opsel & 1);
  put_register(wave, inst.d, low.values);
  wave.tainted = b.undefined(inst.opsel >> 1 & 1);
  put_register(wave, inst.d + 1u, high.values);
}

u16 cut(unsigned x) { return static_cast<u16>(x); }

void add_whole(Meanings& to) {
  to["v_pk_add_i16"] = to["v_pk_add_u16"] = in_halves([](u16 a, u16 b) { return cut(a + 0u + b); });
  to["v_pk_sub_i16"] = to["v_pk_sub_u16"] = in_halves([](u16 a, u16 b) { return cut(a - 0u - b); });
  to["v_pk_mul_lo_u16"] = in_halves([](u16 a, u16 b) { return cut(1u * a * b); });
  to["v_pk_mad_i16"] = to["v_pk_mad_u16"] =
      in_halves([](u16 a, u16 b, u16 c) { return cut(1u * a * b + c); });
  to["v_pk_lshlrev_b16"] = in_halves([](u16 a, u16 b) { return cut(1u * b << (a & 15)); });
  to["v_pk_lshrrev_b16"] = in_halves([](u16 a, u16 b) { return cut(b >> (a & 15)); });
  to["v_pk_ashrrev_i16"] = in_halves([](i16 a, i16 b) { return static_cast<i16>(b >> (a & 15)); });
  to["v_pk_max_i16"] = in_halves([](i16 a, i16 b) { return std::max(a, b); });
  to["v_pk_min_i16"] = in_halves([](i16 a, i16 b) { return std::min(a, b); });
  to["v_pk_max_u16"] = in_halves([](u16 a, u16 b) { return std::max(a, b); });
  to["v_pk_min_u16"] = in_halves([](u16 a, u16 b) { return std::min(a, b); });
}

}  // namespace

void add_packed(Meanings& to) {
  add_whole(to);
  to["v_pk_add_f16"] =
      in_halves([](Half a, Half b) { return Half::rounded(a.value() + b.value()); });
  to["v_pk_mul_f16"] =
      in_halves([](Half a, Half b) { return Half::rounded(a.value() * b.value()); });
  to["v_pk_fma_f16"] = in_halves([](Half a, Half b, Half c) {
    return Half::rounded(odd_sum(a.value() * b.value(), c.value()));
  });
  to["v_pk_min_f16"] = in_halves([](Half a, Half b) { return smaller(a, b); });
  to["v_pk_max_f16"] = in_halves([](Half a, Half b) { return larger(a, b); });
  to["v_pk_fma_f32"] = in_words<3>([](float a, float b, float c) { return std::fma(a, b, c); });
  to["v_pk_mul_f32"] = in_words<2>([](float a, float b) { return a * b; });
  to["v_pk_add_f32"] = in_words<2>([](float a, float b) { return a + b; });
  to["v_pk_mov_b32"] = move_words;
}

}  // namespace emu::amd
