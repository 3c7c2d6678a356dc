// The functions of <cmath> that the claims math.f64, math.f32 and math.ld compare.
#pragma once

#include <cmath>

// Defined for every argument that the claims use: 0 < x < 1 < y < 4.
// clang-format off
#define FUNCTIONS(F)                                                            \
  F(sin(x)) F(cos(x)) F(tan(x)) F(asin(x)) F(acos(x)) F(atan(x)) F(atan2(x, y)) \
  F(sinh(x)) F(cosh(x)) F(tanh(x)) F(asinh(x)) F(acosh(y)) F(atanh(x))          \
  F(exp(x)) F(exp2(x)) F(expm1(x)) F(log(x)) F(log2(x)) F(log10(x)) F(log1p(x)) \
  F(pow(y, x)) F(sqrt(x)) F(cbrt(x)) F(hypot(x, y))                             \
  F(erf(x)) F(erfc(x)) F(tgamma(y)) F(lgamma(x))                                \
  F(ceil(y)) F(floor(y)) F(trunc(y)) F(round(y)) F(nearbyint(y)) F(rint(y))     \
  F(fabs(-x)) F(fmin(x, y)) F(fmax(x, y)) F(fdim(y, x)) F(fma(x, y, y))         \
  F(fmod(y, x)) F(remainder(y, x)) F(copysign(x, -y)) F(nextafter(x, y))        \
  F(ldexp(x, 3)) F(scalbn(y, -2)) F(logb(y))
// clang-format on
