// The random numbers of the NAS Parallel Benchmarks: x <- a x mod 2^46, the number is x / 2^46.
//
// A state is odd and below 2^46.  Products of 64-bit integers wrap at 2^64, a multiple of 2^46, so
// the low 46 bits of the wrapped product are exact.  Element n of a sequence is a^(n+1) seed: the
// seed itself is never delivered.
#pragma once

#include <cstdint>

#include "league/portable.hpp"

namespace npb {

constexpr std::uint64_t multiplier = 1220703125;  ///< 5^13
constexpr std::uint64_t state_mask = (std::uint64_t(1) << 46U) - 1;
constexpr double state_unit = 1.0 / double(std::uint64_t(1) << 46U);  ///< 2^-46

/// Low 46 bits of a product: a state moved on by a power of the multiplier.
LEAGUE_PORTABLE constexpr std::uint64_t advance(std::uint64_t state, std::uint64_t factor) {
  return state * factor & state_mask;
}

/// multiplier^n mod 2^46, by squaring: what moves a state n steps on.
LEAGUE_PORTABLE constexpr std::uint64_t power(std::uint64_t n) {
  std::uint64_t result = 1;
  for (std::uint64_t square = multiplier; n > 0; n >>= 1U, square = advance(square, square))
    if ((n & 1U) != 0) result = advance(result, square);
  return result;
}

/// A place in the sequence of a seed.
struct Random {
  std::uint64_t state;  ///< the seed at first, then the state delivered last

  /// The next state, as it is.
  LEAGUE_PORTABLE constexpr std::uint64_t next_state() {
    state = advance(state, multiplier);
    return state;
  }

  /// The next number, in (0, 1).  A state has 46 bits, so nothing is rounded.
  LEAGUE_PORTABLE constexpr double next() { return double(next_state()) * state_unit; }

  /// Leaves out n numbers, in log2(n) steps.
  LEAGUE_PORTABLE constexpr void skip(std::uint64_t n) { state = advance(state, power(n)); }
};

}  // namespace npb
