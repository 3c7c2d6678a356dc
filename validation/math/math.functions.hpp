// What the claims math.f32, math.f64 and math.ld share: the functions of <cmath>, and comparing
// them.
#pragma once

#include <cmath>

#include "league/claim.hpp"

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

/// Calls every function on the device and on the host, and claims that they differ by at most
/// `tolerance`, relatively.  The device's results are multiplied by `factor`, which is 1 unless
/// somebody wants to see the claim fail.
template <typename Real>
int compare_functions(Real factor, double tolerance) {
  using namespace std;
  #define IS_NAME(call) #call,
  static const char* const names[] = {FUNCTIONS(IS_NAME)};
  constexpr int count = sizeof names / sizeof names[0];
  constexpr int points = 5;
  league::Claim claim;
  Real xs[points] = {Real(0.0625L), Real(0.3L), Real(0.5L), Real(0.77L), Real(0.99L)};
  Real ys[points] = {Real(1.1L), Real(1.5L), Real(2.25L), Real(3.5L), Real(3.99L)};
  Real results[count][points];
  Real expected[count][points];
  int on_host = 1;
  #define HOST_CALL(call) expected[k++][j] = call;
  for (int j = 0; j < points; ++j) {
    const Real x = xs[j];
    const Real y = ys[j];
    int k = 0;
    FUNCTIONS(HOST_CALL)
  }

  #define DEVICE_CALL(call) results[k++][j] = factor * call;
  #pragma omp target teams distribute parallel for map(to : xs, ys) map(from : results) \
      map(tofrom : on_host)
  for (int j = 0; j < points; ++j) {
    const Real x = xs[j];
    const Real y = ys[j];
    int k = 0;
    FUNCTIONS(DEVICE_CALL)
    if (j == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int k = 0; k < count; ++k) {
    Real worst = 0;
    for (int j = 0; j < points; ++j) {
      const Real error = fabs(results[k][j] - expected[k][j]);
      const Real size = fabs(expected[k][j]);
      const Real relative = size > 0 ? error / size : error;
      if (worst == worst && !(relative <= worst)) worst = relative;  // a NaN stays
    }
    claim.near(names[k], static_cast<double>(worst), 0.0, tolerance);
  }
  return claim.verdict();
}
