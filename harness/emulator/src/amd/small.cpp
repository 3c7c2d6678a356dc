// Numbers of 16 bits by lane.
#include <algorithm>
#include <cmath>

#include "amd/meanings.hpp"

namespace emu::amd {

Half smaller(Half a, Half b) {
  const double x = a.value(), y = b.value();
  if (a.signals() || b.signals()) return (a.signals() ? a : b).quiet();
  if (x != x) return b;
  if (y != y) return a;
  return x < y || (x == y && std::signbit(x)) ? a : b;
}
Half larger(Half a, Half b) {
  const double x = a.value(), y = b.value();
  if (a.signals() || b.signals()) return (a.signals() ? a : b).quiet();
  if (x != x) return b;
  if (y != y) return a;
  return x > y || (x == y && !std::signbit(x)) ? a : b;
}

namespace {

using u32 = std::uint32_t;
using u16 = std::uint16_t;
using i16 = std::int16_t;

Half middle(Half a, Half b, Half c) {
  for (const Half one : {a, b, c})
    if (one.value() != one.value()) return smaller(smaller(a, b), c);
  return larger(smaller(a, b), smaller(larger(a, b), c));
}
template <class T>
T middle(T a, T b, T c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}
/// A product of halves is exact in double: the sum is rounded once.
Half fused(Half a, Half b, Half c) {
  return Half::rounded(odd_sum(a.value() * b.value(), c.value()));
}
Half in_steps(Half a, Half b, Half c) {
  return Half::rounded(Half::rounded(a.value() * b.value()).value() + c.value());
}
template <class T>
T whole(double x, double least, double most) {
  if (x != x) return 0;
  return static_cast<T>(std::clamp(std::trunc(x), least, most));
}

void add_halves(Meanings& to) {
  to["v_add_f16"] = each_lane([](Half a, Half b) { return Half::rounded(a.value() + b.value()); });
  to["v_sub_f16"] = each_lane([](Half a, Half b) { return Half::rounded(a.value() - b.value()); });
  to["v_subrev_f16"] =
      each_lane([](Half a, Half b) { return Half::rounded(b.value() - a.value()); });
  to["v_mul_f16"] = each_lane([](Half a, Half b) { return Half::rounded(a.value() * b.value()); });
  to["v_min_f16"] = each_lane([](Half a, Half b) { return smaller(a, b); });
  to["v_max_f16"] = each_lane([](Half a, Half b) { return larger(a, b); });
  to["v_mac_f16"] = to["v_madmk_f16"] = to["v_madak_f16"] =
      each_lane([](Half a, Half b, Half c) { return in_steps(a, b, c); });
  to["v_mad_f16"] = each_lane_half([](Half a, Half b, Half c) { return in_steps(a, b, c); });
  to["v_fma_f16"] = each_lane_half([](Half a, Half b, Half c) { return fused(a, b, c); });
  to["v_mad_legacy_f16"] = each_lane([](Half a, Half b, Half c) { return in_steps(a, b, c); });
  to["v_fma_legacy_f16"] = each_lane([](Half a, Half b, Half c) { return fused(a, b, c); });
  to["v_min3_f16"] =
      each_lane_half([](Half a, Half b, Half c) { return smaller(smaller(a, b), c); });
  to["v_max3_f16"] = each_lane_half([](Half a, Half b, Half c) { return larger(larger(a, b), c); });
  to["v_med3_f16"] = each_lane_half([](Half a, Half b, Half c) { return middle(a, b, c); });
  to["v_rcp_f16"] = each_lane([](Half a) { return Half::rounded(1.0 / a.value()); });
  to["v_sqrt_f16"] = each_lane([](Half a) { return Half::rounded(std::sqrt(a.value())); });
  to["v_rsq_f16"] = each_lane([](Half a) { return Half::rounded(1.0 / std::sqrt(a.value())); });
  to["v_exp_f16"] = each_lane([](Half a) { return Half::rounded(std::exp2(a.value())); });
  to["v_log_f16"] = each_lane([](Half a) { return Half::rounded(std::log2(a.value())); });
  to["v_floor_f16"] = each_lane([](Half a) { return Half::rounded(std::floor(a.value())); });
  to["v_ceil_f16"] = each_lane([](Half a) { return Half::rounded(std::ceil(a.value())); });
  to["v_trunc_f16"] = each_lane([](Half a) { return Half::rounded(std::trunc(a.value())); });
  to["v_rndne_f16"] = each_lane([](Half a) { return Half::rounded(std::nearbyint(a.value())); });
  to["v_ldexp_f16"] =
      each_lane([](Half a, i16 b) { return Half::rounded(std::ldexp(a.value(), b)); });
  to["v_cvt_f16_u16"] = each_lane([](u16 a) { return Half::rounded(a); });
  to["v_cvt_f16_i16"] = each_lane([](i16 a) { return Half::rounded(a); });
  to["v_cvt_u16_f16"] = each_lane([](Half a) { return whole<u16>(a.value(), 0, 65535); });
  to["v_cvt_i16_f16"] = each_lane([](Half a) { return whole<i16>(a.value(), -32768, 32767); });
  to["v_pack_b32_f16"] = each_lane(
      [](Half a, Half b) { return static_cast<u32>(a.bits) | static_cast<u32>(b.bits) << 16; });
}

u16 cut(unsigned x) { return static_cast<u16>(x); }

void add_whole(Meanings& to) {
  to["v_add_u16"] = each_lane([](u16 a, u16 b) { return cut(a + 0u + b); });
  to["v_sub_u16"] = each_lane([](u16 a, u16 b) { return cut(a - 0u - b); });
  to["v_subrev_u16"] = each_lane([](u16 a, u16 b) { return cut(b - 0u - a); });
  to["v_mul_lo_u16"] = each_lane([](u16 a, u16 b) { return cut(1u * a * b); });
  to["v_lshlrev_b16"] = each_lane([](u16 a, u16 b) { return cut(1u * b << (a & 15)); });
  to["v_lshrrev_b16"] = each_lane([](u16 a, u16 b) { return cut(b >> (a & 15)); });
  to["v_ashrrev_i16"] = each_lane([](u16 a, i16 b) { return static_cast<u16>(b >> (a & 15)); });
  to["v_max_u16"] = each_lane([](u16 a, u16 b) { return std::max(a, b); });
  to["v_min_u16"] = each_lane([](u16 a, u16 b) { return std::min(a, b); });
  to["v_max_i16"] = each_lane([](i16 a, i16 b) { return std::max(a, b); });
  to["v_min_i16"] = each_lane([](i16 a, i16 b) { return std::min(a, b); });
  to["v_add_i16"] = each_lane_half([](u16 a, u16 b) { return cut(a + 0u + b); });
  to["v_sub_i16"] = each_lane_half([](u16 a, u16 b) { return cut(a - 0u - b); });
  to["v_mad_u16"] = to["v_mad_i16"] =
      each_lane_half([](u16 a, u16 b, u16 c) { return cut(1u * a * b + c); });
  to["v_mad_legacy_u16"] = to["v_mad_legacy_i16"] =
      each_lane([](u16 a, u16 b, u16 c) { return cut(1u * a * b + c); });
  to["v_min3_u16"] =
      each_lane_half([](u16 a, u16 b, u16 c) { return std::min(std::min(a, b), c); });
  to["v_max3_u16"] =
      each_lane_half([](u16 a, u16 b, u16 c) { return std::max(std::max(a, b), c); });
  to["v_med3_u16"] = each_lane_half([](u16 a, u16 b, u16 c) { return middle(a, b, c); });
  to["v_min3_i16"] =
      each_lane_half([](i16 a, i16 b, i16 c) { return std::min(std::min(a, b), c); });
  to["v_max3_i16"] =
      each_lane_half([](i16 a, i16 b, i16 c) { return std::max(std::max(a, b), c); });
  to["v_med3_i16"] = each_lane_half([](i16 a, i16 b, i16 c) { return middle(a, b, c); });
  to["v_mad_u32_u16"] = each_lane([](u16 a, u16 b, u32 c) { return 1u * a * b + c; });
  to["v_mad_i32_i16"] = each_lane([](i16 a, i16 b, u32 c) { return static_cast<u32>(a * b) + c; });
}

}  // namespace

void add_small(Meanings& to) {
  add_halves(to);
  add_whole(to);
}

}  // namespace emu::amd
