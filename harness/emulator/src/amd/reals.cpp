// Floating-point numbers of 32 and 64 bits by lane.  Rounding is to nearest even, denormals stay.
#include <algorithm>
#include <cmath>

#include "amd/division.hpp"
#include "amd/meanings.hpp"

namespace emu::amd {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;

/// A NaN that is not quiet: minimum and maximum give it, made quiet, where others are left away.
template <class T>
bool signalling(T x) {
  using Bits = std::conditional_t<sizeof(T) == 8, u64, u32>;
  return x != x && !(bits_as<Bits>(x) >> (std::numeric_limits<T>::digits - 2) & 1);
}
template <class T>
T smaller(T a, T b) {
  if (signalling(a) || signalling(b)) return a + b;
  if (a != a) return b;
  if (b != b) return a;
  return a < b || (a == b && std::signbit(a)) ? a : b;
}
template <class T>
T larger(T a, T b) {
  if (signalling(a) || signalling(b)) return a + b;
  if (a != a) return b;
  if (b != b) return a;
  return a > b || (a == b && !std::signbit(a)) ? a : b;
}
/// The middle one of three; with a NaN among them the smallest of the others.
template <class T>
T middle(T a, T b, T c) {
  if (a != a || b != b || c != c) return smaller(smaller(a, b), c);
  return larger(smaller(a, b), smaller(larger(a, b), c));
}
template <class T>
T fraction(T x) {
  const T below_one = std::nextafter(T(1), T(0));
  const T rest = x - std::floor(x);
  return rest != rest ? rest : std::min(rest, below_one);
}
template <class T>
i32 exponent_of(T x) {
  if (!std::isfinite(x) || x == 0) return 0;
  int exponent = 0;
  std::frexp(x, &exponent);
  return exponent;
}
template <class T>
T mantissa_of(T x) {
  if (!std::isfinite(x)) return x;
  int exponent = 0;
  return std::frexp(x, &exponent);
}
template <class T>
T scaled(T x, i32 exponent) {
  return std::ldexp(x, std::clamp(exponent, -5000, 5000));
}
// What hardware approximates is given correctly rounded, or as the host's function in double.
float in_double(double value) { return static_cast<float>(value); }
constexpr double turn = 6.283185307179586476925286766559;
/// Sine or cosine of turns: whole ones are left away first.
double of_turns(double (*function)(double), double turns) {
  return function((turns - std::floor(turns)) * turn);
}

template <class T>
void add_arithmetic(Meanings& to, const std::string& bits) {
  to["v_add_" + bits] = each_lane([](T a, T b) { return a + b; });
  to["v_mul_" + bits] = each_lane([](T a, T b) { return a * b; });
  to["v_min_" + bits] = each_lane([](T a, T b) { return smaller(a, b); });
  to["v_max_" + bits] = each_lane([](T a, T b) { return larger(a, b); });
  to["v_fma_" + bits] = to["v_fmac_" + bits] =
      each_lane([](T a, T b, T c) { return std::fma(a, b, c); });
  to["v_trunc_" + bits] = each_lane([](T a) { return std::trunc(a); });
  to["v_ceil_" + bits] = each_lane([](T a) { return std::ceil(a); });
  to["v_floor_" + bits] = each_lane([](T a) { return std::floor(a); });
  to["v_rndne_" + bits] = each_lane([](T a) { return std::nearbyint(a); });
  to["v_fract_" + bits] = each_lane([](T a) { return fraction(a); });
  to["v_rcp_" + bits] = each_lane([](T a) { return T(1) / a; });
  to["v_sqrt_" + bits] = each_lane([](T a) { return std::sqrt(a); });
  to["v_ldexp_" + bits] = each_lane([](T a, i32 b) { return scaled(a, b); });
  to["v_frexp_exp_i32_" + bits] = each_lane([](T a) { return exponent_of(a); });
  to["v_frexp_mant_" + bits] = each_lane([](T a) { return mantissa_of(a); });
  to["v_div_fmas_" + bits] = [](Wave& wave, const Decoded& inst) {
    const LaneMask scaled_lanes = mask_of(wave, inst, scalar::vcc);
    LaneValues<T> a, b, c, out;
    const T* x = fetch(wave, inst, 0, a.values);
    const T* y = fetch(wave, inst, 1, b.values);
    const T* z = fetch(wave, inst, 2, c.values);
    for (unsigned lane = 0; lane < lanes; ++lane)
      out.values[lane] = in(scaled_lanes, lane) ? division::scaled_fma(x[lane], y[lane], z[lane])
                                                : std::fma(x[lane], y[lane], z[lane]);
    store(wave, inst, out.values);
  };
  to["v_div_fixup_" + bits] = each_lane([](T q, T b, T a) { return division::mended(q, b, a); });
  to["v_div_scale_" + bits] = [](Wave& wave, const Decoded& inst) {
    LaneValues<T> a, b, c, out;
    const T* x = fetch(wave, inst, 0, a.values);
    const T* y = fetch(wave, inst, 1, b.values);
    const T* z = fetch(wave, inst, 2, c.values);
    LaneMask later = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      bool flag = false;
      out.values[lane] = division::scaled(x[lane], y[lane], z[lane], flag);
      later |= LaneMask{flag} << lane;
    }
    store(wave, inst, out.values);
    put_mask(wave, inst.sd, later);
  };
}

}  // namespace

void add_reals(Meanings& to) {
  add_arithmetic<float>(to, "f32");
  add_arithmetic<double>(to, "f64");
  to["v_sub_f32"] = each_lane([](float a, float b) { return a - b; });
  to["v_subrev_f32"] = each_lane([](float a, float b) { return b - a; });
  to["v_mad_f32"] = to["v_mac_f32"] = to["v_madmk_f32"] = to["v_madak_f32"] =
      each_lane([](float a, float b, float c) { return a * b + c; });
  to["v_mul_legacy_f32"] =
      each_lane([](float a, float b) { return a == 0 || b == 0 ? 0.0f : a * b; });
  to["v_mad_legacy_f32"] =
      each_lane([](float a, float b, float c) { return (a == 0 || b == 0 ? 0.0f : a * b) + c; });
  to["v_min3_f32"] = each_lane([](float a, float b, float c) { return smaller(smaller(a, b), c); });
  to["v_max3_f32"] = each_lane([](float a, float b, float c) { return larger(larger(a, b), c); });
  to["v_med3_f32"] = each_lane([](float a, float b, float c) { return middle(a, b, c); });
  to["v_rcp_iflag_f32"] = each_lane([](float a) { return 1.0f / a; });
  to["v_rsq_f32"] = each_lane([](float a) { return in_double(1.0 / std::sqrt(double{a})); });
  to["v_rsq_f64"] = each_lane([](double a) { return 1.0 / std::sqrt(a); });
  to["v_exp_f32"] = to["v_exp_legacy_f32"] =
      each_lane([](float a) { return in_double(std::exp2(double{a})); });
  to["v_log_f32"] = to["v_log_legacy_f32"] =
      each_lane([](float a) { return in_double(std::log2(double{a})); });
  to["v_sin_f32"] = each_lane([](float a) { return in_double(of_turns(std::sin, a)); });
  to["v_cos_f32"] = each_lane([](float a) { return in_double(of_turns(std::cos, a)); });
}

}  // namespace emu::amd
