// Single vector instructions against definitions on the host that are written another way: edges
// and any operands, lanes that execute and others that must keep what they have.
#include <cmath>
#include <limits>
#include <set>

#include "bench.hpp"

namespace {

using namespace emu;
using emu::test::Bench;
using emu::test::check;
using emu::test::Values;

using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using u128 = unsigned __int128;
using i128 = __int128;

constexpr unsigned rounds = 40;  // of 64 lanes

template <class T>
u64 raw(T value) {
  u64 bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

template <class T>
bool same(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    if (a != a && b != b) return true;
  return raw(a) == raw(b);
}

std::set<std::string> tried;

/// Tries an instruction of the form d = f(a, b, c).
template <class R, class... A>
void holds(Bench& bench, const std::string& name, R (*definition)(A...)) {
  Values values(std::hash<std::string>()(name));
  tried.insert(name);
  for (unsigned round = 0; round < rounds; ++round) {
    std::tuple<A...> operands[amd::lanes];
    R wanted[amd::lanes];
    const u64 exec = round == 0 ? ~u64{0} : round == 1 ? 0 : values.bits();
    bench.wave().set_pair(amd::scalar::exec, exec);
    for (unsigned lane = 0; lane < amd::lanes; ++lane) {
      operands[lane] = std::tuple<A...>(values.next<A>()...);
      unsigned reg = 0;
      std::apply(
          [&](auto... one) { ((bench.put(reg, lane, raw(one), sizeof one), reg += 2), ...); },
          operands[lane]);
      const R before = values.next<R>();
      bench.put(8, lane, raw(before), sizeof before);
      wanted[lane] = exec >> lane & 1 ? std::apply(definition, operands[lane]) : before;
    }
    check(bench.execute_vop3(name), name + " has no opcode");
    for (unsigned lane = 0; lane < amd::lanes; ++lane) {
      const u64 bits = bench.get(8, lane, sizeof(R));
      R got;
      std::memcpy(&got, &bits, sizeof got);
      if (same(got, wanted[lane])) continue;
      check(false, name + " round " + std::to_string(round) + " lane " + std::to_string(lane));
      return;
    }
  }
}

/// Tries a comparison: a bit a lane, 0 where it does not execute.
template <class A>
void compares(Bench& bench, const std::string& name, bool (*definition)(A, A)) {
  Values values(std::hash<std::string>()(name));
  tried.insert("v_cmp_" + name);
  for (unsigned round = 0; round < rounds; ++round) {
    u64 wanted = 0;
    const u64 exec = values.bits();
    for (unsigned lane = 0; lane < amd::lanes; ++lane) {
      const A a = values.next<A>(), b = round % 4 ? values.next<A>() : a;
      bench.put(0, lane, raw(a), sizeof a);
      bench.put(2, lane, raw(b), sizeof b);
      if (exec >> lane & 1 && definition(a, b)) wanted |= u64{1} << lane;
    }
    for (const bool writes_exec : {false, true}) {
      bench.wave().set_pair(amd::scalar::exec, exec);
      check(bench.execute_vop3((writes_exec ? "v_cmpx_" : "v_cmp_") + name), name + " is there");
      check(bench.wave().pair(20) == wanted, "v_cmp_" + name);
      check(bench.wave().exec() == (writes_exec ? wanted : exec), "EXEC after " + name);
    }
  }
}

u32 bit_count(u64 x) {
  u32 count = 0;
  for (; x; x &= x - 1) ++count;
  return count;
}

void integers(Bench& b) {
  holds(b, "v_add_u32", +[](u32 x, u32 y) { return x + y; });
  holds(b, "v_sub_u32", +[](u32 x, u32 y) { return x + ~y + 1; });
  holds(b, "v_subrev_u32", +[](u32 x, u32 y) { return y + ~x + 1; });
  holds(b, "v_add3_u32", +[](u32 x, u32 y, u32 z) { return static_cast<u32>(u64{x} + y + z); });
  holds(b, "v_mul_lo_u32", +[](u32 x, u32 y) { return static_cast<u32>(u128{x} * y); });
  holds(b, "v_mul_hi_u32", +[](u32 x, u32 y) { return static_cast<u32>(u128{x} * y >> 32); });
  holds(
      b, "v_mul_hi_i32",
      +[](i32 x, i32 y) { return static_cast<u32>(static_cast<i128>(x) * y >> 32); });
  holds(
      b, "v_mul_u32_u24",
      +[](u32 x, u32 y) { return static_cast<u32>(u64{x % 16777216} * (y % 16777216)); });
  holds(
      b, "v_mul_i32_i24", +[](u32 x, u32 y) {
        const auto cut = [](u32 v) {
          const i64 low = v % 16777216;
          return low >= 8388608 ? low - 16777216 : low;
        };
        return static_cast<u32>(cut(x) * cut(y));
      });
  holds(
      b, "v_mad_u32_u24", +[](u32 x, u32 y, u32 z) {
        return static_cast<u32>(u64{x % 16777216} * (y % 16777216) + z);
      });
  holds(b, "v_and_b32", +[](u32 x, u32 y) { return ~(~x | ~y); });
  holds(b, "v_or_b32", +[](u32 x, u32 y) { return ~(~x & ~y); });
  holds(b, "v_xor_b32", +[](u32 x, u32 y) { return (x | y) - (x & y); });
  holds(b, "v_xnor_b32", +[](u32 x, u32 y) { return ~((x | y) - (x & y)); });
  holds(b, "v_not_b32", +[](u32 x) { return 0xffffffffu - x; });
  holds(b, "v_mov_b32", +[](u32 x) { return x; });
  holds(b, "v_or3_b32", +[](u32 x, u32 y, u32 z) { return ~(~x & ~y & ~z); });
  holds(b, "v_and_or_b32", +[](u32 x, u32 y, u32 z) { return ~(~(x & y) & ~z); });
  holds(b, "v_lshlrev_b32", +[](u32 x, u32 y) { return static_cast<u32>(u64{y} << x % 32); });
  holds(b, "v_lshrrev_b32", +[](u32 x, u32 y) { return static_cast<u32>(y / (u64{1} << x % 32)); });
  holds(
      b, "v_ashrrev_i32", +[](u32 x, i32 y) {
        return static_cast<i32>(std::floor(std::ldexp(double(y), -static_cast<int>(x % 32))));
      });
  holds(b, "v_lshlrev_b64", +[](u32 x, u64 y) { return static_cast<u64>(u128{y} << x % 64); });
  holds(b, "v_lshrrev_b64", +[](u32 x, u64 y) { return static_cast<u64>(u128{y} >> x % 64); });
  holds(
      b, "v_ashrrev_i64",
      +[](u32 x, i64 y) { return static_cast<i64>(static_cast<i128>(y) >> x % 64); });
  holds(
      b, "v_lshl_or_b32",
      +[](u32 x, u32 y, u32 z) { return static_cast<u32>(u64{x} << y % 32) | z; });
  holds(
      b, "v_lshl_add_u32",
      +[](u32 x, u32 y, u32 z) { return static_cast<u32>((u64{x} << y % 32) + z); });
  holds(
      b, "v_add_lshl_u32",
      +[](u32 x, u32 y, u32 z) { return static_cast<u32>(u64{x + y} << z % 32); });
  holds(b, "v_xad_u32", +[](u32 x, u32 y, u32 z) { return ((x | y) & ~(x & y)) + z; });
  holds(
      b, "v_alignbit_b32", +[](u32 x, u32 y, u32 z) {
        u32 result = 0;
        for (unsigned i = 0; i < 32; ++i) {
          const unsigned from = i + z % 32;
          result |= ((from < 32 ? y >> from : x >> (from - 32)) & 1) << i;
        }
        return result;
      });
  holds(
      b, "v_alignbyte_b32", +[](u32 x, u32 y, u32 z) {
        const u128 both = u128{x} << 32 | y;
        return static_cast<u32>(both >> 8 * (z % 4));
      });
  holds(
      b, "v_bfe_u32", +[](u32 x, u32 y, u32 z) {
        u32 result = 0;
        for (unsigned i = 0; i < z % 32; ++i)
          if (y % 32 + i < 32) result |= (x >> (y % 32 + i) & 1) << i;
        return result;
      });
  holds(
      b, "v_bfe_i32", +[](u32 x, u32 y, u32 z) {
        u32 result = 0;
        const unsigned width = z % 32;
        for (unsigned i = 0; width && i < 32; ++i) {
          const unsigned from = std::min(31u, y % 32 + std::min(i, width - 1));
          result |= (x >> from & 1) << i;
        }
        return result;
      });
  holds(
      b, "v_bfi_b32", +[](u32 x, u32 y, u32 z) {
        u32 result = 0;
        for (unsigned i = 0; i < 32; ++i) result |= ((x >> i & 1 ? y : z) >> i & 1) << i;
        return result;
      });
  holds(
      b, "v_bfm_b32", +[](u32 x, u32 y) {
        u32 result = 0;
        for (unsigned i = 0; i < x % 32; ++i)
          if (i + y % 32 < 32) result |= 1u << (i + y % 32);
        return result;
      });
  holds(
      b, "v_bfrev_b32", +[](u32 x) {
        u32 result = 0;
        for (unsigned i = 0; i < 32; ++i) result = result << 1 | (x >> i & 1);
        return result;
      });
  holds(b, "v_bcnt_u32_b32", +[](u32 x, u32 y) { return bit_count(x) + y; });
  holds(
      b, "v_ffbl_b32", +[](u32 x) {
        for (u32 i = 0; i < 32; ++i)
          if (x >> i & 1) return i;
        return ~0u;
      });
  holds(
      b, "v_ffbh_u32", +[](u32 x) {
        for (u32 i = 0; i < 32; ++i)
          if (x >> (31 - i) & 1) return i;
        return ~0u;
      });
  holds(
      b, "v_ffbh_i32", +[](u32 x) {
        for (u32 i = 1; i < 32; ++i)
          if ((x >> (31 - i) & 1) != x >> 31) return i;
        return ~0u;
      });
  holds(b, "v_min_i32", +[](i32 x, i32 y) { return x < y ? x : y; });
  holds(b, "v_max_u32", +[](u32 x, u32 y) { return x < y ? y : x; });
  holds(
      b, "v_med3_i32", +[](i32 x, i32 y, i32 z) {
        i32 list[] = {x, y, z};
        std::sort(list, list + 3);
        return list[1];
      });
  holds(b, "v_min3_u32", +[](u32 x, u32 y, u32 z) { return std::min({x, y, z}); });
  holds(b, "v_max3_i32", +[](i32 x, i32 y, i32 z) { return std::max({x, y, z}); });
  holds(b, "v_mad_u64_u32", +[](u32 x, u32 y, u64 z) { return static_cast<u64>(u128{x} * y + z); });
  holds(
      b, "v_perm_b32", +[](u32 x, u32 y, u32 z) {
        u32 result = 0;
        for (unsigned i = 0; i < 4; ++i) {
          const unsigned which = z >> 8 * i & 255;
          u32 byte = which < 4 ? y >> 8 * which : x >> 8 * (which - 4);
          if (which >= 8) {
            const u32 sign[] = {y >> 15, y >> 31, x >> 15, x >> 31};
            byte = which < 12 ? (sign[which - 8] & 1) * 255 : which == 12 ? 0 : 255;
          }
          result |= (byte & 255) << 8 * i;
        }
        return result;
      });
  holds(
      b, "v_sad_u32", +[](u32 x, u32 y, u32 z) {
        return static_cast<u32>(static_cast<u64>(std::llabs(i64{x} - i64{y})) + z);
      });
}

template <class T>
void reals(Bench& b, const std::string& type) {
  holds(b, "v_add_" + type, +[](T x, T y) { return y + x; });
  holds(b, "v_mul_" + type, +[](T x, T y) { return y * x; });
  holds(b, "v_fma_" + type, +[](T x, T y, T z) { return std::fma(y, x, z); });
  holds(
      b, "v_min_" + type,
      +[](T x, T y) { return x == 0 && y == 0 ? (std::signbit(x) ? x : y) : std::fmin(x, y); });
  holds(
      b, "v_max_" + type,
      +[](T x, T y) { return x == 0 && y == 0 ? (std::signbit(x) ? y : x) : std::fmax(x, y); });
  holds(b, "v_trunc_" + type, +[](T x) { return x < 0 ? std::ceil(x) : std::floor(x); });
  holds(b, "v_ceil_" + type, +[](T x) { return -std::floor(-x); });
  holds(b, "v_floor_" + type, +[](T x) { return -std::ceil(-x); });
  holds(b, "v_rndne_" + type, +[](T x) { return std::rint(x); });
  holds(b, "v_rcp_" + type, +[](T x) { return 1 / x; });
  holds(b, "v_sqrt_" + type, +[](T x) { return std::sqrt(x); });
  holds(
      b, "v_ldexp_" + type, +[](T x, i32 y) {
        return static_cast<T>(std::scalbn(x, y > 4000 ? 4000 : y < -4000 ? -4000 : y));
      });
  holds(
      b, "v_frexp_exp_i32_" + type,
      +[](T x) { return std::isfinite(x) && x != 0 ? static_cast<i32>(std::ilogb(x) + 1) : 0; });
  holds(
      b, "v_frexp_mant_" + type,
      +[](T x) { return std::isfinite(x) && x != 0 ? std::scalbn(x, -std::ilogb(x) - 1) : x; });
  compares<T>(b, "lt_" + type, +[](T x, T y) { return y > x; });
  compares<T>(b, "eq_" + type, +[](T x, T y) { return x <= y && x >= y; });
  compares<T>(b, "nle_" + type, +[](T x, T y) { return std::isunordered(x, y) || x > y; });
  compares<T>(
      b, "neq_" + type,
      +[](T x, T y) { return std::isunordered(x, y) || std::islessgreater(x, y); });
  compares<T>(b, "o_" + type, +[](T x, T y) { return !std::isunordered(x, y); });
  compares<T>(b, "u_" + type, +[](T x, T y) { return std::isunordered(x, y); });
  compares<T>(b, "lg_" + type, +[](T x, T y) { return std::islessgreater(x, y) != 0; });
}

template <class T>
void whole_compares(Bench& b, const std::string& type) {
  compares<T>(b, "lt_" + type, +[](T x, T y) { return y > x; });
  compares<T>(b, "le_" + type, +[](T x, T y) { return !(x > y); });
  compares<T>(b, "eq_" + type, +[](T x, T y) { return (x ^ y) == 0; });
  compares<T>(b, "ne_" + type, +[](T x, T y) { return (x ^ y) != 0; });
  compares<T>(b, "gt_" + type, +[](T x, T y) { return y < x; });
  compares<T>(b, "ge_" + type, +[](T x, T y) { return !(x < y); });
  compares<T>(b, "t_" + type, +[](T, T) { return true; });
  compares<T>(b, "f_" + type, +[](T, T) { return false; });
}

template <class T, class F>
T saturating(F x) {
  const long double wide = x;
  if (wide != wide) return 0;
  if (wide >= static_cast<long double>(std::numeric_limits<T>::max()))
    return std::numeric_limits<T>::max();
  if (wide <= static_cast<long double>(std::numeric_limits<T>::min()))
    return std::numeric_limits<T>::min();
  return static_cast<T>(wide);
}

void conversions(Bench& b) {
  holds(b, "v_cvt_i32_f64", +[](double x) { return saturating<i32>(x); });
  holds(b, "v_cvt_u32_f64", +[](double x) { return saturating<u32>(x); });
  holds(b, "v_cvt_i32_f32", +[](float x) { return saturating<i32>(x); });
  holds(b, "v_cvt_u32_f32", +[](float x) { return saturating<u32>(x); });
  holds(b, "v_cvt_f64_i32", +[](i32 x) { return static_cast<double>(x); });
  holds(b, "v_cvt_f64_u32", +[](u32 x) { return static_cast<double>(u64{x}); });
  holds(b, "v_cvt_f32_i32", +[](i32 x) { return static_cast<float>(i64{x}); });
  holds(b, "v_cvt_f32_u32", +[](u32 x) { return static_cast<float>(u64{x}); });
  holds(b, "v_cvt_f32_f64", +[](double x) { return static_cast<float>(x); });
  holds(b, "v_cvt_f64_f32", +[](float x) { return static_cast<double>(x); });
  holds(b, "v_cvt_f32_ubyte2", +[](u32 x) { return static_cast<float>(x / 65536 % 256); });
}

void small(Bench& b) {
  using i16 = std::int16_t;
  holds(b, "v_add_u16", +[](u16 x, u16 y) { return static_cast<u16>(u64{x} + y); });
  holds(b, "v_sub_u16", +[](u16 x, u16 y) { return static_cast<u16>(65536 + x - y); });
  holds(b, "v_mul_lo_u16", +[](u16 x, u16 y) { return static_cast<u16>(u64{x} * y % 65536); });
  holds(
      b, "v_mad_legacy_u16",
      +[](u16 x, u16 y, u16 z) { return static_cast<u16>((u64{x} * y + z) % 65536); });
  holds(b, "v_mad_u32_u16", +[](u16 x, u16 y, u32 z) { return static_cast<u32>(u64{x} * y + z); });
  holds(b, "v_lshrrev_b16", +[](u16 x, u16 y) { return static_cast<u16>(y / (1u << x % 16)); });
  holds(
      b, "v_ashrrev_i16", +[](u16 x, i16 y) {
        return static_cast<i16>(std::floor(std::ldexp(double(y), -static_cast<int>(x % 16))));
      });
  holds(b, "v_max_i16", +[](i16 x, i16 y) { return x > y ? x : y; });
  holds(b, "v_min_u16", +[](u16 x, u16 y) { return x > y ? y : x; });
}

/// Sums with carries: VCC's kind of mask in s[20:21], the carry in from there where there is one.
void carries(Bench& b) {
  Values values(11);
  for (unsigned round = 0; round < rounds; ++round) {
    const u64 exec = values.bits(), carry = values.bits();
    u64 wanted = 0;
    u32 sums[amd::lanes], before[amd::lanes];
    for (unsigned lane = 0; lane < amd::lanes; ++lane) {
      const u32 x = values.next<u32>(), y = values.next<u32>();
      b.put(0, lane, x, 4);
      b.put(2, lane, y, 4);
      b.put(8, lane, before[lane] = values.next<u32>(), 4);
      const u64 sum = u64{x} + y + (carry >> lane & 1);
      sums[lane] = static_cast<u32>(sum);
      if (exec >> lane & 1 && sum > 0xffffffffu) wanted |= u64{1} << lane;
    }
    b.wave().set_pair(amd::scalar::exec, exec);
    b.wave().set_pair(22, carry);
    // v_addc_co_u32 v8, s[20:21], v0, v2, s[22:23]
    b.execute(0b110100u << 26 | (0x100u + 28) << 16 | 20u << 8 | 8u, 256u | 258u << 9 | 22u << 18);
    check(b.wave().pair(20) == wanted, "carries of v_addc_co_u32");
    for (unsigned lane = 0; lane < amd::lanes; ++lane)
      check(b.get(8, lane, 4) == (exec >> lane & 1 ? sums[lane] : before[lane]),
            "sums of v_addc_co_u32");
  }
}

/// Signs, constants, parts of registers and other lanes.
void forms(Bench& b) {
  b.wave().set_pair(amd::scalar::exec, ~u64{0});
  for (unsigned lane = 0; lane < amd::lanes; ++lane) {
    b.put(0, lane, 0x80818283u + lane, 4);
    b.put(2, lane, raw(-1.5f), 4);
    b.put(8, lane, 0xaabbccddu, 4);
  }
  // v_add_f32 v9, |v2|, -v2
  b.execute(0b110100u << 26 | 0x101u << 16 | 1u << 8 | 9u, 258u | 258u << 9 | 2u << 29);
  check(b.get(9, 5, 4) == raw(3.0f), "abs and neg");
  // v_add_f32 v9, 1/(2 pi), v2 and a literal
  b.execute(1u << 25 | 9u << 17 | 2u << 9 | 248u, 0);
  check(b.get(9, 5, 4) == raw(-1.5f + 0.15915494f), "an inline constant");
  b.execute(1u << 25 | 9u << 17 | 2u << 9 | 255u, 0x40a00000u);
  check(b.get(9, 5, 4) == raw(3.5f), "a literal");
  // v_add_f32 with clamp
  b.execute(0b110100u << 26 | 0x101u << 16 | 1u << 15 | 9u, 258u | 258u << 9);
  check(b.get(9, 5, 4) == raw(0.0f), "clamp");
  // v_mov_b32_sdwa v8, sext(v0) dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_0
  b.execute(0b0111111u << 25 | 8u << 17 | 1u << 9 | 249u, 5u << 8 | 2u << 11 | 1u << 19 | 0u);
  check(b.get(8, 0, 4) == 0xff83ccddu, "SDWA");
  // v_mov_b32_dpp v9, v0 quad_perm:[3,2,1,0]
  b.execute(0b0111111u << 25 | 9u << 17 | 1u << 9 | 250u, 0xff000000u | 0x1bu << 8);
  check(b.get(9, 4, 4) == 0x80818283u + 7, "DPP quad_perm");
  // v_mov_b32_dpp v9, v0 row_shr:1, which has no source for the first lane of a row
  b.put(9, 16, 77, 4);
  b.execute(0b0111111u << 25 | 9u << 17 | 1u << 9 | 250u, 0xff000000u | 0x111u << 8);
  check(b.get(9, 16, 4) == 77 && b.get(9, 17, 4) == 0x80818283u + 16, "DPP row_shr");
  // Halves: a NaN that signals is made quiet, infinities are numbers like others.
  for (const auto& [name, first, second, third, wanted] :
       {std::tuple{"v_max_f16", 0x7d00u, 0x3c00u, 0u, 0x7f00u},
        {"v_min_f16", 0x3c00u, 0xfc01u, 0u, 0xfe01u},
        {"v_max_f16", 0x7e00u, 0x3c00u, 0u, 0x3c00u},
        {"v_med3_f16", 0x7c00u, 0xfc00u, 0x3c00u, 0x3c00u},
        {"v_med3_f16", 0x7e00u, 0x4000u, 0x3c00u, 0x3c00u}}) {
    b.put(0, 5, first, 4);
    b.put(2, 5, second, 4);
    b.put(4, 5, third, 4);
    b.execute_vop3(name);
    check((b.get(8, 5, 4) & 0xffff) == wanted, std::string(name) + " of edges");
  }
  // A fraction is never 1; no number is neither less nor more.
  b.put(0, 5, raw(-1e-20f), 4);
  b.execute_vop3("v_fract_f32");
  check(b.get(8, 5, 4) == 0x3f7fffff, "v_fract_f32 below 0");
  b.put(0, 5, raw(NAN), 4);
  for (const char* name : {"v_cmp_le_f32", "v_cmp_ge_f32", "v_cmp_nle_f32"}) {
    b.execute_vop3(name);
    check((b.wave().pair(20) >> 5 & 1) == (name[6] == 'n'), std::string(name) + " of a NaN");
  }
  for (unsigned lane = 0; lane < amd::lanes; ++lane) b.put(0, lane, ~0u, 4), b.put(2, lane, 7, 4);
  b.execute_vop3("v_mbcnt_hi_u32_b32");
  check(b.get(8, 31, 4) == 7 && b.get(8, 40, 4) == 7 + 8, "v_mbcnt_hi_u32_b32");
  b.execute_vop3("v_mbcnt_lo_u32_b32");
  check(b.get(8, 31, 4) == 7 + 31 && b.get(8, 40, 4) == 7 + 32, "v_mbcnt_lo_u32_b32");
  for (unsigned lane = 0; lane < amd::lanes; ++lane) b.put(0, lane, 0x80818283u + lane, 4);
  // v_readlane_b32 s30, v0, 7; v_writelane_b32 v9, s30, 3 with EXEC 0
  b.wave().set_pair(amd::scalar::exec, 0);
  b.execute(0b110100u << 26 | 649u << 16 | 30u, 256u | 135u << 9);
  b.execute(0b110100u << 26 | 650u << 16 | 9u, 30u | 131u << 9);
  check(b.wave().s[30] == 0x80818283u + 7 && b.get(9, 3, 4) == 0x80818283u + 7, "lanes by number");
  // v_readfirstlane_b32 s30, v0
  b.wave().set_pair(amd::scalar::exec, 0xf0);
  b.execute(0b0111111u << 25 | 30u << 17 | 2u << 9 | 256u, 0);
  check(b.wave().s[30] == 0x80818283u + 4, "the first lane");
}

}  // namespace

int main() {
  for (const auto architecture : {amd::Architecture::gfx906, amd::Architecture::gfx90a}) {
    Bench bench(architecture);
    try {
      integers(bench);
      reals<float>(bench, "f32");
      reals<double>(bench, "f64");
      whole_compares<i32>(bench, "i32");
      whole_compares<u32>(bench, "u32");
      whole_compares<i64>(bench, "i64");
      whole_compares<u64>(bench, "u64");
      conversions(bench);
      small(bench);
      carries(bench);
      forms(bench);
    } catch (const Unsupported& reason) {
      check(false, reason.what());
    }
    check(bench.device.findings.count() == 0, "findings");
  }
  std::printf("%zu instructions tried\n", tried.size());
  return emu::test::result();
}
