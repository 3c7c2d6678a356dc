// Values of several neighbouring points at once, for hosts with vector units.
//
// The functions of this folder are templates over the type of a value: `double`, or `Lanes` for
// eight points that are neighbours in memory.  A compiler that does not see through a loop over
// points with 5x5 blocks in its body vectorises it all the same when it is written with Lanes.
#pragma once

#include "league/portable.hpp"

// How such a value is handed to a function depends on the width of the processor's registers, which
// compilers point out where they are narrower.  All functions that take or return one are inline.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace cfd {

/// Eight doubles, a vector type of GCC and Clang: arithmetic is element by element, `x[l]` is one.
using Lanes = double __attribute__((vector_size(64)));

/// The same where it lies among other doubles, with no alignment but theirs.  Not copied as bytes:
/// GCC makes integers of 512 bits of such copies, which its other devices do not have.  A template,
/// so that it is no type at all where nobody asks for lanes, as in device code of CUDA.
template <typename V>
struct InMemory {
  // Clang passes over the alignment in a `using`.  NOLINTNEXTLINE(modernize-use-using)
  typedef double type __attribute__((vector_size(sizeof(V)), aligned(8), may_alias));
};

/// How many points a value holds.
template <typename V>
constexpr int lanes = int(sizeof(V) / sizeof(double));  // NOLINT(bugprone-sizeof-expression)

/// Values of the points that begin at `from`, which need not be aligned.
template <typename V>
LEAGUE_PORTABLE inline V load(const double* from) {
  if constexpr (lanes<V> == 1)
    return *from;
  else
    return *reinterpret_cast<const typename InMemory<V>::type*>(from);
}

template <typename V>
LEAGUE_PORTABLE inline void store(double* to, const V& value) {
  if constexpr (lanes<V> == 1)
    *to = value;
  else
    *reinterpret_cast<typename InMemory<V>::type*>(to) = value;
}

/// The same number for all points.
template <typename V>
LEAGUE_PORTABLE inline V all(double value) {
  return V{} + value;
}

}  // namespace cfd
