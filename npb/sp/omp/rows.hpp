// Eight lines to the eight lanes of a vector: transposition of 8x8 values.
#pragma once

#include "sp_body.hpp"

namespace sp {

/// Lane l of vector p and lane p of vector l change places, in three rounds: halves, quarters and
/// single values of pairs of vectors are exchanged.
inline void transpose(cfd::Lanes& a, cfd::Lanes& b, cfd::Lanes& c, cfd::Lanes& d, cfd::Lanes& e,
                      cfd::Lanes& f, cfd::Lanes& g, cfd::Lanes& h) {
  const auto halves = [](cfd::Lanes& x, cfd::Lanes& y) {
    const cfd::Lanes low = __builtin_shufflevector(x, y, 0, 1, 2, 3, 8, 9, 10, 11);
    y = __builtin_shufflevector(x, y, 4, 5, 6, 7, 12, 13, 14, 15);
    x = low;
  };
  const auto quarters = [](cfd::Lanes& x, cfd::Lanes& y) {
    const cfd::Lanes low = __builtin_shufflevector(x, y, 0, 1, 8, 9, 4, 5, 12, 13);
    y = __builtin_shufflevector(x, y, 2, 3, 10, 11, 6, 7, 14, 15);
    x = low;
  };
  const auto singles = [](cfd::Lanes& x, cfd::Lanes& y) {
    const cfd::Lanes low = __builtin_shufflevector(x, y, 0, 8, 2, 10, 4, 12, 6, 14);
    y = __builtin_shufflevector(x, y, 1, 9, 3, 11, 5, 13, 7, 15);
    x = low;
  };
  halves(a, e), halves(b, f), halves(c, g), halves(d, h);
  quarters(a, c), quarters(b, d), quarters(e, g), quarters(f, h);
  singles(a, b), singles(c, d), singles(e, f), singles(g, h);
}

/// One quantity of eight structures.
template <typename T>
void transpose(T (&t)[8], cfd::Lanes T::* x) {
  transpose(t[0].*x, t[1].*x, t[2].*x, t[3].*x, t[4].*x, t[5].*x, t[6].*x, t[7].*x);
}

inline void transpose(Wave<cfd::Lanes> (&t)[8]) {
  using W = Wave<cfd::Lanes>;
  transpose(t, &W::carried);
  transpose(t, &W::sound);
  transpose(t, &W::spread);
}

inline void transpose(Five<cfd::Lanes> (&t)[8]) {
  using F = Five<cfd::Lanes>;
  transpose(t, &F::a);
  transpose(t, &F::b);
  transpose(t, &F::c);
  transpose(t, &F::d);
  transpose(t, &F::e);
}

}  // namespace sp
