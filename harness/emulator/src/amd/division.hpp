// The steps of a division that mend what iterations cannot: scaling of operands so far apart that
// a step would leave the range, and the special cases at the end.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "ptx/code/scalar.hpp"

namespace emu::amd::division {

template <class T>
struct Format;
template <>
struct Format<float> {
  using Bits = std::uint32_t;
  using Wide = double;
  static constexpr int fraction = 23, most = 255, bias = 127, step = 64, far = 96, under = -150;
};
template <>
struct Format<double> {
  using Bits = std::uint64_t;
  using Wide = __float128;
  static constexpr int fraction = 52, most = 2047, bias = 1023, step = 128, far = 768,
                       under = -1075;
};

template <class T>
int exponent(T x) {
  using F = Format<T>;
  return static_cast<int>(bits_as<typename F::Bits>(x) >> F::fraction) & F::most;
}
template <class T>
bool denormal(T x) {
  return x != 0 && exponent(x) == 0;
}

/// v_div_scale: x is the divisor b or the dividend a, as it is or scaled; `later` tells that
/// v_div_fmas has to scale the quotient.
template <class T>
T scaled(T x, T b, T a, bool& later) {
  using F = Format<T>;
  later = false;
  if (a == 0 || b == 0) return std::numeric_limits<T>::quiet_NaN();
  const bool of_b = bits_as<typename F::Bits>(x) == bits_as<typename F::Bits>(b);
  const bool of_a = bits_as<typename F::Bits>(x) == bits_as<typename F::Bits>(a);
  if (exponent(a) - exponent(b) >= F::far) {
    later = true;
    return of_b ? std::ldexp(x, F::step) : x;
  }
  if (denormal(b)) return std::ldexp(x, F::step);
  const bool inverse = denormal(T(1) / b), quotient = denormal(a / b);
  if (inverse && quotient) {
    later = true;
    return of_b ? std::ldexp(x, -F::step) : x;
  }
  if (inverse) return std::ldexp(x, -F::step);
  if (quotient) {
    later = true;
    return of_a ? std::ldexp(x, F::step) : x;
  }
  if (exponent(a) <= F::fraction + (F::fraction == 52)) return std::ldexp(x, F::step);
  return x;
}

/// v_div_fmas where VCC is set: rounded once, after it was scaled.
template <class T>
T scaled_fma(T x, T y, T z) {
  using F = Format<T>;
  using Wide = typename F::Wide;
  const Wide factor =
      static_cast<Wide>(std::ldexp(1.0, exponent(z) > F::bias ? F::step : -F::step));
  return static_cast<T>((static_cast<Wide>(x) * static_cast<Wide>(y) + static_cast<Wide>(z)) *
                        factor);
}

/// v_div_fixup: the quotient q of a by b, special cases included.
template <class T>
T mended(T q, T b, T a) {
  using F = Format<T>;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  const bool negative = std::signbit(a) != std::signbit(b);
  const auto with_sign = [negative](T size) { return negative ? -size : size; };
  if (a != a) return a + T(0);
  if (b != b) return b + T(0);
  if ((a == 0 && b == 0) || (std::isinf(a) && std::isinf(b)))
    return -std::numeric_limits<T>::quiet_NaN();
  if (b == 0 || std::isinf(a)) return with_sign(infinity);
  if (a == 0 || std::isinf(b)) return with_sign(0);
  if (exponent(a) - exponent(b) < F::under) return with_sign(0);
  if (q != q) return with_sign(infinity);
  return with_sign(std::fabs(q));
}

}  // namespace emu::amd::division
