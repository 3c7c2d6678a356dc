// What atomic operations make of a value in memory, in LDS as elsewhere.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "amd/wave.hpp"
#include "ptx/code/scalar.hpp"

namespace emu::amd {

template <class T>
T register_value(Wave& wave, unsigned reg, unsigned lane) {
  if constexpr (sizeof(T) == 8)
    return static_cast<T>(wave.lanes_of(reg)[lane] | std::uint64_t{wave.lanes_of(reg + 1)[lane]}
                                                         << 32);
  else
    return static_cast<T>(wave.lanes_of(reg)[lane]);
}

template <class T>
void put_value(Wave& wave, const Decoded& inst, unsigned reg, unsigned lane, T value) {
  for (unsigned word = 0; word < sizeof(T) / 4; ++word) {
    wave.result_of(inst, reg + word)[lane] =
        static_cast<std::uint32_t>(std::uint64_t{value} >> 32 * word);
    wave.v_undefined[reg + word] &= ~(LaneMask{1} << lane);
  }
}

/// Replaces a value in one step, which the host may watch.  Returns what was there.
template <class T, class F>
T changed_to(Wave& wave, T* place, const F& next) {
  T old = __atomic_load_n(place, __ATOMIC_SEQ_CST);
  T wanted = next(old);
  while (
      !__atomic_compare_exchange_n(place, &old, wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    wanted = next(old);
  if (wanted != old) wave.execution->changed();
  return old;
}

namespace atomics {

struct OfOne {
  static constexpr bool compares = false;
};

template <class T>
struct Swap : OfOne {
  static T next(T, T data, T) { return data; }
};
/// The new value stands before the one that is expected.
template <class T>
struct CompareSwap {
  static constexpr bool compares = true;
  static T next(T now, T data, T expected) { return now == expected ? data : now; }
};
template <class T, class Real>
struct CompareSwapReal {
  static constexpr bool compares = true;
  static T next(T now, T data, T expected) {
    return bits_as<Real>(now) == bits_as<Real>(expected) ? data : now;
  }
};
/// Bits of the first value are taken from the second.
template <class T>
struct MaskedOr {
  static constexpr bool compares = true;
  static T next(T now, T data, T mask) { return (now & ~mask) | data; }
};
/// Down by the first value, or up by the second where that is too much.
template <class T>
struct Wrap {
  static constexpr bool compares = true;
  static T next(T now, T up, T down) { return now >= down ? now - down : now + up; }
};
template <class T>
struct Add : OfOne {
  static T next(T now, T data, T) { return now + data; }
};
template <class T>
struct Subtract : OfOne {
  static T next(T now, T data, T) { return now - data; }
};
template <class T>
struct SubtractFrom : OfOne {
  static T next(T now, T data, T) { return data - now; }
};
template <class T, class As>
struct Min : OfOne {
  static T next(T now, T data, T) {
    return static_cast<T>(std::min(static_cast<As>(now), static_cast<As>(data)));
  }
};
template <class T, class As>
struct Max : OfOne {
  static T next(T now, T data, T) {
    return static_cast<T>(std::max(static_cast<As>(now), static_cast<As>(data)));
  }
};
template <class T>
struct And : OfOne {
  static T next(T now, T data, T) { return now & data; }
};
template <class T>
struct Or : OfOne {
  static T next(T now, T data, T) { return now | data; }
};
template <class T>
struct Xor : OfOne {
  static T next(T now, T data, T) { return now ^ data; }
};
/// Up to the data, then from 0 on again.
template <class T>
struct Increment : OfOne {
  static T next(T now, T data, T) { return now >= data ? 0 : now + 1; }
};
template <class T>
struct Decrement : OfOne {
  static T next(T now, T data, T) { return now == 0 || now > data ? data : now - 1; }
};
template <class T, class Real>
struct AddReal : OfOne {
  static T next(T now, T data, T) {
    return bits_as<T>(static_cast<Real>(bits_as<Real>(now) + bits_as<Real>(data)));
  }
};
template <class T, class Real>
struct MinReal : OfOne {
  static T next(T now, T data, T) {
    return bits_as<T>(std::fmin(bits_as<Real>(now), bits_as<Real>(data)));
  }
};
template <class T, class Real>
struct MaxReal : OfOne {
  static T next(T now, T data, T) {
    return bits_as<T>(std::fmax(bits_as<Real>(now), bits_as<Real>(data)));
  }
};

}  // namespace atomics
}  // namespace emu::amd
