// Floating-point numbers of 16 bits: f16, and bf16, which has the exponents of a float.
#pragma once

#include <cmath>

#include "program/program.hpp"
#include "ptx/code/scalar.hpp"
#include "ptx/module.hpp"

namespace emu {

/// The exact sum if it is a double, else the neighbour of it whose last bit is one: rounding that
/// to less than 52 bits is rounding the exact sum.
inline double odd_sum(double a, double b) {
  const double sum = a + b;
  if (!std::isfinite(sum)) return sum;
  const double of_b = sum - a;
  const double error = (a - (sum - of_b)) + (b - of_b);
  if (error == 0 || (bits_as<std::uint64_t>(sum) & 1)) return sum;
  return std::nextafter(sum, error > 0 ? HUGE_VAL : -HUGE_VAL);
}

/// The same for an integer of 64 bits.
template <typename T>
double odd_double(T x) {
  const double value = static_cast<double>(x);
  const auto wide = static_cast<long double>(x);
  if (static_cast<long double>(value) == wide || (bits_as<std::uint64_t>(value) & 1)) return value;
  return std::nextafter(value, wide > static_cast<long double>(value) ? HUGE_VAL : -HUGE_VAL);
}

/// A format of 16 bits with so many bits of fraction.
template <int fraction>
struct Small {
  static constexpr int bias = (1 << (14 - fraction)) - 1;
  static constexpr std::uint32_t infinity = ((1u << (15 - fraction)) - 1) << fraction;
  static constexpr std::uint16_t nan = 0x7fff;

  static double value(std::uint16_t bits) {
    const bool negative = bits & 0x8000;
    const std::uint32_t rest = bits & 0x7fffu;
    double x;
    if (rest > infinity) {
      x = NAN;
    } else if (rest == infinity) {
      x = HUGE_VAL;
    } else {
      const int exponent = static_cast<int>(rest >> fraction);
      const std::uint32_t low = rest & ((1u << fraction) - 1);
      x = exponent ? std::ldexp(low + (1u << fraction), exponent - bias - fraction)
                   : std::ldexp(low, 1 - bias - fraction);
    }
    return negative ? -x : x;
  }

  static std::uint16_t rounded(double x, Rounding how = Rounding::nearest) {
    if (x != x) return nan;
    const bool negative = std::signbit(x);
    const auto sign = static_cast<std::uint16_t>(negative ? 0x8000 : 0);
    const double size = std::fabs(x);
    if (size == 0) return sign;
    if (size == HUGE_VAL) return static_cast<std::uint16_t>(sign | infinity);
    const int exponent = std::max(std::ilogb(size), 1 - bias);
    const double steps = std::ldexp(size, fraction - exponent);
    const bool away = how == (negative ? Rounding::down : Rounding::up);
    const double whole = how == Rounding::nearest ? std::nearbyint(steps)
                         : away                   ? std::ceil(steps)
                                                  : std::floor(steps);
    // The leading one of a normal number adds one to the exponent.
    const long code = (long{exponent} + bias - 1) * (1L << fraction) + static_cast<long>(whole);
    const long largest = how == Rounding::nearest || away ? infinity : infinity - 1;
    return static_cast<std::uint16_t>(sign | std::min(code, largest));
  }

  static bool subnormal(std::uint16_t bits) { return (bits & infinity) == 0; }
};

/// A format of 8 bits with so many bits of fraction: e4m3, which has no infinity and one NaN a
/// sign, and e5m2, which is the upper half of an f16.
template <int fraction>
struct Tiny {
  static constexpr int bias = (1 << (6 - fraction)) - 1;
  static constexpr std::uint8_t largest = fraction == 3 ? 0x7e : 0x7b;
  static constexpr std::uint8_t nan = 0x7f;

  static double value(std::uint8_t bits) {
    const int rest = bits & 0x7f;
    const int low = rest & ((1 << fraction) - 1);
    const int exponent = rest >> fraction;
    double x;
    if (rest > largest)
      x = fraction == 2 && low == 0 ? HUGE_VAL : NAN;
    else
      x = exponent ? std::ldexp(low + (1 << fraction), exponent - bias - fraction)
                   : std::ldexp(low, 1 - bias - fraction);
    return bits & 0x80 ? -x : x;
  }

  /// To nearest; what is too large becomes the largest number, as `.satfinite` has it.
  static std::uint8_t rounded(double x) {
    if (x != x) return nan;
    const auto sign = static_cast<std::uint8_t>(std::signbit(x) ? 0x80 : 0);
    const double size = std::fabs(x);
    if (size == 0) return sign;
    if (size >= value(largest)) return static_cast<std::uint8_t>(sign | largest);
    const int exponent = std::max(std::ilogb(size), 1 - bias);
    const double steps = std::nearbyint(std::ldexp(size, fraction - exponent));
    const int code = (exponent + bias - 1) * (1 << fraction) + static_cast<int>(steps);
    return static_cast<std::uint8_t>(sign | std::min<int>(code, largest));
  }
};

using Half = Small<10>;
using Brain = Small<7>;

/// Types of 16 bits, and of two of them in 32: kind f, h (two halves) or e (one or two of bf16).
inline bool is_half(ptx::Type type) { return type.kind == 'f' && type.bits == 16; }
inline bool is_half_pair(ptx::Type type) { return type.kind == 'h'; }
inline bool is_brain(ptx::Type type) { return type.kind == 'e'; }
inline bool is_small(ptx::Type type) {
  return is_half(type) || is_half_pair(type) || is_brain(type);
}

}  // namespace emu
