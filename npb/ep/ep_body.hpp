// One pair of the sequence, from its state to its two normal numbers, without branches and calls:
// a loop over pairs runs in the lanes of vector units as well as in the threads of a GPU.
//
// A state of the generator stands in the upper 46 bits of a word here, so that the wrap-around of
// 64-bit products is the reduction modulo 2^46.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "../random.hpp"
#include "league/portable.hpp"

namespace ep {

constexpr std::uint64_t seed = 271828183;
constexpr int batch_log2 = 10;
constexpr int batch = 1 << batch_log2;              ///< pairs that are counted in one pair of words
constexpr std::uint64_t pair_step = npb::power(2);  ///< moves a state on to the next pair

/// The bits of a double and back; GPUs and vector units do nothing for it.
LEAGUE_PORTABLE inline std::uint64_t bits_of(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
LEAGUE_PORTABLE inline double from_bits(std::uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// The first state of pair n, in the upper bits; there are more pairs than an int counts.
LEAGUE_PORTABLE inline std::uint64_t state_of_pair(long n) {
  return npb::advance(seed, npb::power(2 * std::uint64_t(n) + 1)) << 18U;
}
std::uint64_t state_of_pair(int n) = delete;

/// 2u - 1 of a state: its 46 bits behind the exponent of [2, 4) are 2 + 2u.  Exact.
LEAGUE_PORTABLE inline double coordinate(std::uint64_t state) {
  return from_bits(state >> 12U | 0x4000000000000000U) - 3;
}

/// -2 ln t for t in (0, 1].
///
/// t = 2^e r with sqrt(1/2) <= r < sqrt(2) up to the last places, and ln r = 2 artanh(s) with
/// s = (r - 1) / (r + 1), |s| <= 0.1716: of the series s + s^3/3 + s^5/5 + ... the first term left
/// out, s^21/21, is below 3e-17 of the sum.  r - 1 is exact and e is zero near t = 1, so nothing
/// cancels there, and elsewhere e ln 2 outweighs ln r: the result is right to a few roundings.
LEAGUE_PORTABLE inline double minus_two_log(double t) {
  constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcdU;  // the bits of sqrt(1/2)
  constexpr std::uint64_t exponents = 0xfff0000000000000U;
  constexpr double ln_2 = 0.693147180559945309417232121458;
  // The exponent e in its place, biased by 1024 to stay positive.
  const std::uint64_t shifted = bits_of(t) - root_half + 0x4000000000000000U;
  const double e = from_bits(shifted >> 52U | 0x4330000000000000U) - (4503599627370496.0 + 1024);
  const double r = from_bits(bits_of(t) - (shifted & exponents) + 0x4000000000000000U);
  const double s = (r - 1) / (r + 1);
  const double q = s * s;
  double series = 1.0 / 19;
  series = series * q + 1.0 / 17;
  series = series * q + 1.0 / 15;
  series = series * q + 1.0 / 13;
  series = series * q + 1.0 / 11;
  series = series * q + 1.0 / 9;
  series = series * q + 1.0 / 7;
  series = series * q + 1.0 / 5;
  series = series * q + 1.0 / 3;
  return -2 * (e * ln_2 + 2 * (s + s * q * series));
}

/// 1 / sqrt(v): half the exponent is a guess that is wrong by less than 3.5 %, and every Newton
/// step squares the error and multiplies it by 1.5: 2e-3, 6e-6, 5e-11, below 1e-20.  Finite for 0.
/// (std::sqrt has to set errno, which keeps compilers from vectorising the loop around it.)
LEAGUE_PORTABLE inline double inverse_root(double v) {
  double y = from_bits(0x5fe6eb50c7b537a9U - (bits_of(v) >> 1U));
  const double half = 0.5 * v;
  y *= 1.5 - half * y * y;
  y *= 1.5 - half * y * y;
  y *= 1.5 - half * y * y;
  y *= 1.5 - half * y * y;
  return y;
}

/// Where to count a pair: a one in the field of its annulus, fields of 12 bits.
struct Mark {
  std::uint64_t low;   ///< annuli 0 to 4
  std::uint64_t high;  ///< annuli 5 to 9
};

/// The mark of a pair whose larger number has this size, below 16; `one` is 1, or 0 if the pair was
/// rejected.
LEAGUE_PORTABLE inline Mark mark_of(double size, std::uint64_t one) {
  // Behind the exponent of [16, 32) the first four bits are the integer part.
  const std::uint64_t field = 12 * (bits_of(size + 16) >> 48U & 15U);
  return {field < 60 ? one << field : 0, field < 60 ? 0 : one << (field - 60)};
}

/// A pair of normal numbers, zeros if it was rejected, and where to count it.
struct Pair {
  double x, y;
  Mark mark;
};

/// The pair whose first number has this state.
LEAGUE_PORTABLE inline Pair normal_pair(std::uint64_t state) {
  const double x = coordinate(state);
  const double y = coordinate(state * npb::multiplier);
  const double t = x * x + y * y;
  // Bits of positive numbers compare as the numbers do.  A branch, or what a compiler makes one of,
  // would keep the loop around it out of vector units that cannot mask.
  const std::uint64_t above = bits_of(t) - bits_of(1);
  const std::uint64_t accepted = (above - 1) >> 63U;
  const double inside = from_bits(bits_of(1) + (above & (0 - accepted)));  // t, or 1
  const double w = minus_two_log(inside);                                  // of 1 it is 0
  const double factor = w * inverse_root(w * inside);
  const double abs_x = std::fabs(x * factor);
  const double abs_y = std::fabs(y * factor);
  return {x * factor, y * factor, mark_of(abs_x > abs_y ? abs_x : abs_y, accepted)};
}

/// How many of a batch fell into an annulus, from the sums of their marks; it has at most 2^10
/// pairs, so no field runs over.
LEAGUE_PORTABLE inline double count_of(std::uint64_t low, std::uint64_t high, int annulus) {
  const std::uint64_t word = annulus < 5 ? low : high;
  return double(word >> 12 * (annulus % 5) & 4095U);
}

}  // namespace ep
