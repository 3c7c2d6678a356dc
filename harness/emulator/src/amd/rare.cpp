// Vector instructions that mathematical libraries and code of mixed widths use.
#include <cmath>

#include "amd/meanings.hpp"

namespace emu::amd {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using u16 = std::uint16_t;
using i16 = std::int16_t;

/// Bits of 2 / pi behind the point, from the highest on.
constexpr u64 two_over_pi[] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};
constexpr unsigned bits_of_it = 1201, piece_bits = 53;

bool bit_of_two_over_pi(unsigned at) {
  return at < bits_of_it && (two_over_pi[at / 64] >> (63 - at % 64) & 1);
}

/// A piece of 2 / pi that matters for an argument of this size: 53 bits, the first, second, ...
double trigonometric_piece(double x, u32 which) {
  const auto exponent = static_cast<i32>(bits_as<u64>(x) >> 52 & 0x7ff);
  i32 shift = static_cast<i32>(which & 31) * static_cast<i32>(piece_bits);
  if (exponent > 1077) shift += exponent - 1077;
  u64 piece = 0;
  for (unsigned i = 0; i < piece_bits; ++i)
    piece = piece << 1 | bit_of_two_over_pi(static_cast<unsigned>(shift) + i);
  const i32 scale = -static_cast<i32>(piece_bits) - shift + (exponent >= 1968 ? 128 : 0);
  return std::ldexp(static_cast<double>(piece), scale);
}

/// Sources of mixed instructions are floats, or halves as `opsel_hi` says.
const float* mixed(Wave& wave, const Decoded& inst, unsigned index, float* to) {
  Decoded plain = inst;
  plain.neg = plain.abs = plain.opsel = 0;
  LaneValues<u32> made;
  const u32* words = fetch(wave, plain, index, made.values);
  const bool half = inst.opsel_hi >> index & 1, high = inst.opsel >> index & 1;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const auto bits = static_cast<u16>(high ? words[lane] >> 16 : words[lane]);
    float value = half ? static_cast<float>(Half{bits}.value()) : bits_as<float>(words[lane]);
    if (inst.neg_hi >> index & 1) value = std::fabs(value);
    to[lane] = inst.neg >> index & 1 ? -value : value;
  }
  return to;
}

enum class Goes : std::uint8_t { whole, low_half, high_half };

template <Goes goes>
void mixed_fma(Wave& wave, const Decoded& inst) {
  LaneValues<float> a, b, c;
  mixed(wave, inst, 0, a.values);
  mixed(wave, inst, 1, b.values);
  mixed(wave, inst, 2, c.values);
  LaneValues<u32> out;
  const u32* before = wave.lanes_of(inst.d);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    float value = std::fma(a.values[lane], b.values[lane], c.values[lane]);
    if (inst.clamp) value = clamped(value);
    const u32 half = Half::rounded(double{value}).bits;
    out.values[lane] = goes == Goes::whole      ? bits_as<u32>(value)
                       : goes == Goes::low_half ? (before[lane] & 0xffff0000u) | half
                                                : (before[lane] & 0xffffu) | half << 16;
  }
  put_register(wave, inst.d, out.values);
}

u32 toward_zero(float x) { return Small<10>::rounded(double{x}, Rounding::toward_zero); }

/// A sum of products of the parts of two words.
template <class Sum, unsigned bits, bool with_sign>
Sum parts_product(u32 a, u32 b, Sum sum) {
  for (unsigned at = 0; at < 32; at += bits) {
    const auto part = [at](u32 x) {
      return with_sign ? static_cast<i32>(x << (32 - bits - at)) >> (32 - bits)
                       : static_cast<i32>(x >> at & ((1u << bits) - 1));
    };
    sum += static_cast<Sum>(static_cast<u32>(part(a)) * static_cast<u32>(part(b)));
  }
  return sum;
}

template <unsigned bits, bool with_sign>
Run dot() {
  return each_lane(
      [](u32 a, u32 b, u32 c) { return parts_product<u32, bits, with_sign>(a, b, c); });
}

Half of_turns(double (*function)(double), Half turns) {
  constexpr double turn = 6.283185307179586476925286766559;
  const double x = turns.value();
  return Half::rounded(function((x - std::floor(x)) * turn));
}

void add_halves(Meanings& to) {
  to["v_fract_f16"] = each_lane([](Half a) {
    const double rest = a.value() - std::floor(a.value());
    return Half::rounded(rest > 0.99951171875 ? 0.99951171875 : rest);
  });
  to["v_frexp_mant_f16"] = each_lane([](Half a) {
    int exponent = 0;
    const double x = a.value();
    return std::isfinite(x) ? Half::rounded(std::frexp(x, &exponent)) : a;
  });
  to["v_frexp_exp_i16_f16"] = each_lane([](Half a) {
    int exponent = 0;
    const double x = a.value();
    if (std::isfinite(x)) std::frexp(x, &exponent);
    return static_cast<i16>(exponent);
  });
  to["v_sin_f16"] = each_lane([](Half a) { return of_turns(std::sin, a); });
  to["v_cos_f16"] = each_lane([](Half a) { return of_turns(std::cos, a); });
}

}  // namespace

void add_rare(Meanings& to) {
  add_halves(to);
  to["v_trig_preop_f64"] = each_lane([](double a, u32 b) { return trigonometric_piece(a, b); });
  to["v_fma_mix_f32"] = mixed_fma<Goes::whole>;
  to["v_fma_mixlo_f16"] = mixed_fma<Goes::low_half>;
  to["v_fma_mixhi_f16"] = mixed_fma<Goes::high_half>;
  to["v_cvt_pkrtz_f16_f32"] =
      each_lane([](float a, float b) { return toward_zero(a) | toward_zero(b) << 16; });
  to["v_dot2_i32_i16"] = dot<16, true>();
  to["v_dot2_u32_u16"] = dot<16, false>();
  to["v_dot4_i32_i8"] = to["v_dot4c_i32_i8"] = dot<8, true>();
  to["v_dot4_u32_u8"] = dot<8, false>();
  to["v_dot8_i32_i4"] = to["v_dot8c_i32_i4"] = dot<4, true>();
  to["v_dot8_u32_u4"] = dot<4, false>();
}

}  // namespace emu::amd
