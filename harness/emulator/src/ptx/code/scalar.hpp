// What PTX says a floating-point value becomes on its way in and out of an instruction.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace emu {

template <typename To, typename From>
To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From), "the same bits");
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

/// Results that are NaN have one pattern in single precision; double precision keeps what the host
/// makes.
inline float canonical(float x) { return x != x ? bits_as<float>(0x7fffffffu) : x; }
inline double canonical(double x) { return x; }

/// `.ftz`: subnormal numbers become zeros of their sign.
inline float flushed(float x) {
  const auto bits = bits_as<std::uint32_t>(x);
  return (bits & 0x7f800000u) == 0 ? bits_as<float>(bits & 0x80000000u) : x;
}
inline double flushed(double x) { return x; }

/// `.sat`: into [0, 1], NaN to +0.
template <typename T>
T saturated(T x) {
  return x > T(0) ? (x < T(1) ? x : T(1)) : T(0);
}

}  // namespace emu
