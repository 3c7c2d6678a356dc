// Operands: what an instruction reads and where its result goes.
#pragma once

#include <type_traits>

#include "amd/wave.hpp"
#include "ptx/code/halves.hpp"

namespace emu::amd {

/// A floating-point number of 16 bits; arithmetic on it goes through wider ones.
struct Half {
  std::uint16_t bits;

  double value() const { return Small<10>::value(bits); }
  static Half rounded(double x) { return {Small<10>::rounded(x)}; }
  /// Whether it is a NaN that is not quiet: minimum and maximum give it, made quiet.
  bool signals() const { return (bits & 0x7e00) == 0x7c00 && bits & 0x1ff; }
  Half quiet() const { return {static_cast<std::uint16_t>(bits | 0x200)}; }
};

Half smaller(Half a, Half b);
Half larger(Half a, Half b);

/// A scalar source of 32 or 64 bits; `undefined` gets the bits that nobody defined.  Constants are
/// what the type makes of them: floating-point ones have its width.
std::uint32_t scalar_32(Wave& wave, const Decoded& inst, Source code, std::uint32_t& undefined);
std::uint64_t scalar_64(Wave& wave, const Decoded& inst, Source code, std::uint64_t& undefined);

/// Such a source of an instruction, as wide as the type.
template <class T>
T scalar_source(Wave& wave, const Decoded& inst, unsigned index, T& undefined) {
  if constexpr (sizeof(T) == 8)
    return static_cast<T>(scalar_64(wave, inst, inst.s[index], undefined));
  else
    return static_cast<T>(scalar_32(wave, inst, inst.s[index], undefined));
}

/// Adjustments of sources that vector instructions name: parts of registers, other lanes, signs.
bool adjusted(const Decoded& inst, unsigned index);
void other_lanes(Wave& wave, const Decoded& inst, std::uint32_t* values);
std::uint32_t selected(std::uint32_t value, std::uint8_t select, bool extend);
/// What SDWA leaves of a result in a register.
std::uint32_t placed(std::uint32_t value, std::uint32_t before, const Decoded& inst);
/// A constant among the scalar sources as a half.
std::uint16_t scalar_16(Wave& wave, const Decoded& inst, Source code, std::uint32_t& undefined);

template <class T>
T with_sign(T value, const Decoded& inst, unsigned index) {
  using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t,
                                  std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint16_t>>;
  constexpr Bits sign = static_cast<Bits>(Bits{1} << (8 * sizeof(T) - 1));
  auto bits = bits_as<Bits>(value);
  if (inst.abs >> index & 1) bits = static_cast<Bits>(bits & ~sign);
  if (inst.neg >> index & 1) bits = static_cast<Bits>(bits ^ sign);
  return bits_as<T>(bits);
}

template <class T>
constexpr bool is_real = std::is_floating_point_v<T> || std::is_same_v<T, Half>;

template <class T>
T scalar_of(Wave& wave, const Decoded& inst, unsigned index) {
  if constexpr (sizeof(T) == 8) {
    std::uint64_t undefined = 0;
    std::uint64_t value = scalar_64(wave, inst, inst.s[index], undefined);
    if (inst.s[index] == literal_source) {
      value = inst.literal;
      if constexpr (is_real<T>) value <<= 32;
      if constexpr (std::is_same_v<T, std::int64_t>)
        value = static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(inst.literal)});
    }
    if (undefined) wave.tainted = every_lane;
    return bits_as<T>(value);
  } else {
    std::uint32_t undefined = 0;
    if constexpr (sizeof(T) == 2) {
      const std::uint16_t value = scalar_16(wave, inst, inst.s[index], undefined);
      if (undefined) wave.tainted = every_lane;
      return bits_as<T>(value);
    } else {
      std::uint32_t value = scalar_32(wave, inst, inst.s[index], undefined);
      if (inst.parts == Parts::sdwa && index < 2)
        value = selected(value, inst.select[index], inst.extend >> index & 1);
      if (undefined) wave.tainted = every_lane;
      return bits_as<T>(value);
    }
  }
}

/// A source by lane: in its register, or made in `to`.
template <class T>
const T* fetch(Wave& wave, const Decoded& inst, unsigned index, T* to) {
  const Source code = inst.s[index];
  if (code < first_vector) {
    T value = scalar_of<T>(wave, inst, index);
    if constexpr (is_real<T>) value = with_sign(value, inst, index);
    for (unsigned lane = 0; lane < lanes; ++lane) to[lane] = value;
    return to;
  }
  const unsigned reg = code - first_vector;
  const std::uint32_t* low = wave.lanes_of(reg);
  wave.tainted |= wave.v_undefined[reg];
  if constexpr (sizeof(T) == 8) {
    const std::uint32_t* high = wave.lanes_of(reg + 1);
    wave.tainted |= wave.v_undefined[reg + 1];
    for (unsigned lane = 0; lane < lanes; ++lane)
      to[lane] = bits_as<T>(low[lane] | std::uint64_t{high[lane]} << 32);
  } else {
    if constexpr (sizeof(T) == 4)
      if (!adjusted(inst, index)) return reinterpret_cast<const T*>(low);
    std::uint32_t raw[lanes];
    std::memcpy(raw, low, sizeof raw);
    if (inst.parts == Parts::dpp && index == 0) other_lanes(wave, inst, raw);
    if (inst.parts == Parts::sdwa && index < 2)
      for (std::uint32_t& value : raw)
        value = selected(value, inst.select[index], inst.extend >> index & 1);
    if constexpr (sizeof(T) == 2) {
      const unsigned shift = inst.parts == Parts::whole && (inst.opsel >> index & 1) ? 16 : 0;
      for (unsigned lane = 0; lane < lanes; ++lane)
        to[lane] = bits_as<T>(static_cast<std::uint16_t>(raw[lane] >> shift));
    } else {
      for (unsigned lane = 0; lane < lanes; ++lane) to[lane] = bits_as<T>(raw[lane]);
    }
  }
  if constexpr (is_real<T>)
    if ((inst.neg | inst.abs) >> index & 1)
      for (unsigned lane = 0; lane < lanes; ++lane) to[lane] = with_sign(to[lane], inst, index);
  return to;
}

/// What a lane gets under a mask.
inline void blend(std::uint32_t* d, const std::uint32_t* from, LaneMask mask) {
  if (mask == every_lane) {
    std::memcpy(d, from, lanes * sizeof *d);
    return;
  }
  for (unsigned lane = 0; lane < lanes; ++lane) d[lane] = in(mask, lane) ? from[lane] : d[lane];
}

inline void put_register(Wave& wave, unsigned reg, const std::uint32_t* from) {
  blend(wave.lanes_of(reg), from, wave.active);
  wave.v_undefined[reg] = (wave.v_undefined[reg] & ~wave.active) | (wave.tainted & wave.active);
}

template <class T>
T clamped(T x) {
  if constexpr (std::is_same_v<T, Half>)
    return Half::rounded(clamped(x.value()));
  else
    return x > T(0) ? (x < T(1) ? x : T(1)) : T(0);
}

/// The result of the lanes that execute; 16 bits leave zeros above them, or what stood in the other
/// half where `keeps_half`.
template <class T>
void store(Wave& wave, const Decoded& inst, T* from, bool keeps_half = false) {
  if (inst.clamp) {
    if constexpr (is_real<T>)
      for (unsigned lane = 0; lane < lanes; ++lane) from[lane] = clamped(from[lane]);
    else
      throw Unsupported("clamp of " + std::string(inst.name));
  }
  std::uint32_t words[lanes];
  if constexpr (sizeof(T) == 8) {
    std::uint32_t high[lanes];
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const auto bits = bits_as<std::uint64_t>(from[lane]);
      words[lane] = static_cast<std::uint32_t>(bits);
      high[lane] = static_cast<std::uint32_t>(bits >> 32);
    }
    put_register(wave, inst.d + 1u, high);
  } else if constexpr (sizeof(T) == 2) {
    const std::uint32_t* before = wave.lanes_of(inst.d);
    const bool above = inst.opsel >> 3 & 1;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const std::uint32_t bits = bits_as<std::uint16_t>(from[lane]);
      words[lane] = above        ? (before[lane] & 0xffffu) | bits << 16
                    : keeps_half ? (before[lane] & 0xffff0000u) | bits
                                 : bits;
    }
  } else {
    std::memcpy(words, from, sizeof words);
  }
  if (inst.parts == Parts::sdwa && sizeof(T) <= 4) {
    const std::uint32_t* before = wave.lanes_of(inst.d);
    for (unsigned lane = 0; lane < lanes; ++lane)
      words[lane] = placed(words[lane], before[lane], inst);
  }
  put_register(wave, inst.d, words);
}

/// A result of one bit a lane: inactive lanes get 0.
inline void put_mask(Wave& wave, unsigned reg, LaneMask value) {
  wave.set_pair(reg, value & wave.active, wave.tainted & wave.active);
}

/// One bit a lane from a scalar source; lanes that nobody defined are tainted.
inline LaneMask mask_of(Wave& wave, const Decoded& inst, Source code) {
  std::uint64_t undefined = 0;
  const LaneMask mask = scalar_64(wave, inst, code, undefined);
  wave.tainted |= undefined;
  return mask;
}

}  // namespace emu::amd
