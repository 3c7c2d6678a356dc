// Integers and bits by lane.
#include <algorithm>

#include "amd/meanings.hpp"

namespace emu::amd {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

u32 low_24(u32 x) { return x & 0xffffff; }
i32 signed_24(u32 x) { return static_cast<i32>(x << 8) >> 8; }

template <class T>
T middle(T a, T b, T c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

/// A field of `width` bits from bit `from` on.
u32 field(u32 x, u32 from, u32 width) {
  width &= 31;
  return width ? x >> (from & 31) & ((1u << width) - 1) : 0;
}
i32 signed_field(u32 x, u32 from, u32 width) {
  width &= 31;
  from &= 31;
  if (width == 0) return 0;
  if (from + width >= 32) return static_cast<i32>(x) >> from;
  return static_cast<i32>(x << (32 - width - from)) >> (32 - width);
}

u32 reversed(u32 x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}

/// A byte that v_perm_b32 names out of eight.
u32 permuted(u32 high, u32 low, u32 select) {
  const u64 all = u64{high} << 32 | low;
  u32 value = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const u32 which = select >> 8 * i & 255;
    u32 byte = 0;
    if (which >= 13)
      byte = 255;
    else if (which == 12)
      byte = 0;
    else if (which >= 8)
      byte = all >> (16 * (which - 8) + 15) & 1 ? 255 : 0;
    else
      byte = static_cast<u32>(all >> 8 * which) & 255;
    value |= byte << 8 * i;
  }
  return value;
}

u32 differences(u32 a, u32 b, unsigned bits) {
  u32 sum = 0;
  const u32 mask = bits == 32 ? ~0u : (1u << bits) - 1;
  for (unsigned at = 0; at < 32; at += bits) {
    const u32 x = a >> at & mask, y = b >> at & mask;
    sum += x > y ? x - y : y - x;
  }
  return sum;
}

void add_sums(Meanings& to) {
  to["v_add_u32"] = each_lane([](u32 a, u32 b) { return a + b; });
  to["v_sub_u32"] = each_lane([](u32 a, u32 b) { return a - b; });
  to["v_subrev_u32"] = each_lane([](u32 a, u32 b) { return b - a; });
  to["v_add_i32"] = each_lane([](u32 a, u32 b) { return a + b; });
  to["v_sub_i32"] = each_lane([](u32 a, u32 b) { return a - b; });
  to["v_add3_u32"] = each_lane([](u32 a, u32 b, u32 c) { return a + b + c; });
  to["v_xad_u32"] = each_lane([](u32 a, u32 b, u32 c) { return (a ^ b) + c; });
  to["v_add_lshl_u32"] = each_lane([](u32 a, u32 b, u32 c) { return (a + b) << (c & 31); });
  to["v_lshl_add_u32"] = each_lane([](u32 a, u32 b, u32 c) { return (a << (b & 31)) + c; });
  to["v_sad_u8"] = each_lane([](u32 a, u32 b, u32 c) { return differences(a, b, 8) + c; });
  to["v_sad_hi_u8"] =
      each_lane([](u32 a, u32 b, u32 c) { return (differences(a, b, 8) << 16) + c; });
  to["v_sad_u16"] = each_lane([](u32 a, u32 b, u32 c) { return differences(a, b, 16) + c; });
  to["v_sad_u32"] = each_lane([](u32 a, u32 b, u32 c) { return differences(a, b, 32) + c; });
}

void add_products(Meanings& to) {
  to["v_mul_lo_u32"] = each_lane([](u32 a, u32 b) { return a * b; });
  to["v_mul_hi_u32"] = each_lane([](u32 a, u32 b) { return static_cast<u32>(u64{a} * b >> 32); });
  to["v_mul_hi_i32"] = each_lane([](i32 a, i32 b) { return static_cast<u32>(i64{a} * b >> 32); });
  to["v_mul_u32_u24"] = each_lane([](u32 a, u32 b) { return low_24(a) * low_24(b); });
  to["v_mul_hi_u32_u24"] =
      each_lane([](u32 a, u32 b) { return static_cast<u32>(u64{low_24(a)} * low_24(b) >> 32); });
  to["v_mul_i32_i24"] =
      each_lane([](u32 a, u32 b) { return static_cast<u32>(i64{signed_24(a)} * signed_24(b)); });
  to["v_mul_hi_i32_i24"] = each_lane(
      [](u32 a, u32 b) { return static_cast<u32>(i64{signed_24(a)} * signed_24(b) >> 32); });
  to["v_mad_u32_u24"] = each_lane([](u32 a, u32 b, u32 c) { return low_24(a) * low_24(b) + c; });
  to["v_mad_i32_i24"] = each_lane(
      [](u32 a, u32 b, u32 c) { return static_cast<u32>(i64{signed_24(a)} * signed_24(b)) + c; });
}

void add_bits(Meanings& to) {
  to["v_mov_b32"] = each_lane([](u32 a) { return a; });
  to["v_not_b32"] = each_lane([](u32 a) { return ~a; });
  to["v_and_b32"] = each_lane([](u32 a, u32 b) { return a & b; });
  to["v_or_b32"] = each_lane([](u32 a, u32 b) { return a | b; });
  to["v_xor_b32"] = each_lane([](u32 a, u32 b) { return a ^ b; });
  to["v_xnor_b32"] = each_lane([](u32 a, u32 b) { return ~(a ^ b); });
  to["v_or3_b32"] = each_lane([](u32 a, u32 b, u32 c) { return a | b | c; });
  to["v_and_or_b32"] = each_lane([](u32 a, u32 b, u32 c) { return (a & b) | c; });
  to["v_bfi_b32"] = each_lane([](u32 a, u32 b, u32 c) { return (a & b) | (~a & c); });
  to["v_bfe_u32"] = each_lane([](u32 a, u32 b, u32 c) { return field(a, b, c); });
  to["v_bfe_i32"] = each_lane([](u32 a, u32 b, u32 c) { return signed_field(a, b, c); });
  to["v_bfm_b32"] = each_lane([](u32 a, u32 b) { return ((1u << (a & 31)) - 1) << (b & 31); });
  to["v_bfrev_b32"] = each_lane([](u32 a) { return reversed(a); });
  to["v_perm_b32"] = each_lane([](u32 a, u32 b, u32 c) { return permuted(a, b, c); });
  to["v_bcnt_u32_b32"] =
      each_lane([](u32 a, u32 b) { return static_cast<u32>(__builtin_popcount(a)) + b; });
  to["v_ffbl_b32"] = each_lane([](u32 a) { return a ? static_cast<u32>(__builtin_ctz(a)) : ~0u; });
  to["v_ffbh_u32"] = each_lane([](u32 a) { return a ? static_cast<u32>(__builtin_clz(a)) : ~0u; });
  to["v_ffbh_i32"] = each_lane([](u32 a) {
    const u32 other = a >> 31 ? ~a : a;
    return other ? static_cast<u32>(__builtin_clz(other)) : ~0u;
  });
}

void add_shifts(Meanings& to) {
  to["v_lshlrev_b32"] = each_lane([](u32 a, u32 b) { return b << (a & 31); });
  to["v_lshrrev_b32"] = each_lane([](u32 a, u32 b) { return b >> (a & 31); });
  to["v_ashrrev_i32"] = each_lane([](u32 a, i32 b) { return b >> (a & 31); });
  to["v_lshrrev_b64"] = each_lane([](u32 a, u64 b) { return b >> (a & 63); });
  to["v_ashrrev_i64"] = each_lane([](u32 a, i64 b) { return b >> (a & 63); });
  to["v_lshl_or_b32"] = each_lane([](u32 a, u32 b, u32 c) { return a << (b & 31) | c; });
  to["v_alignbit_b32"] = each_lane(
      [](u32 a, u32 b, u32 c) { return static_cast<u32>((u64{a} << 32 | b) >> (c & 31)); });
  to["v_alignbyte_b32"] = each_lane(
      [](u32 a, u32 b, u32 c) { return static_cast<u32>((u64{a} << 32 | b) >> 8 * (c & 3)); });
}

void add_extremes(Meanings& to) {
  to["v_min_i32"] = each_lane([](i32 a, i32 b) { return std::min(a, b); });
  to["v_max_i32"] = each_lane([](i32 a, i32 b) { return std::max(a, b); });
  to["v_min_u32"] = each_lane([](u32 a, u32 b) { return std::min(a, b); });
  to["v_max_u32"] = each_lane([](u32 a, u32 b) { return std::max(a, b); });
  to["v_min3_i32"] = each_lane([](i32 a, i32 b, i32 c) { return std::min(std::min(a, b), c); });
  to["v_max3_i32"] = each_lane([](i32 a, i32 b, i32 c) { return std::max(std::max(a, b), c); });
  to["v_min3_u32"] = each_lane([](u32 a, u32 b, u32 c) { return std::min(std::min(a, b), c); });
  to["v_max3_u32"] = each_lane([](u32 a, u32 b, u32 c) { return std::max(std::max(a, b), c); });
  to["v_med3_i32"] = each_lane([](i32 a, i32 b, i32 c) { return middle(a, b, c); });
  to["v_med3_u32"] = each_lane([](u32 a, u32 b, u32 c) { return middle(a, b, c); });
}

/// A sum with a carry out, and with one in where the function takes it.
template <class L>
Run carries(const L& function) {
  keep(function);
  return [](Wave& wave, const Decoded& inst) {
    const bool takes = inst.name.find("_addc_") != std::string_view::npos ||
                       inst.name.find("_subb") != std::string_view::npos;
    const Source from = inst.family == Family::vop3 ? inst.s[2] : Source{scalar::vcc};
    const LaneMask carry = takes ? mask_of(wave, inst, from) : 0;
    LaneValues<u32> made_a, made_b, out;
    const u32* a = fetch(wave, inst, 0, made_a.values);
    const u32* b = fetch(wave, inst, 1, made_b.values);
    if (inst.clamp) throw Unsupported("clamp of " + std::string(inst.name));
    LaneMask over = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const u64 sum = (*Kept<L>::function)(u64{a[lane]}, u64{b[lane]}, u64{carry >> lane & 1});
      out.values[lane] = static_cast<u32>(sum);
      over |= LaneMask{sum >> 32 & 1} << lane;
    }
    store(wave, inst, out.values);
    put_mask(wave, inst.sd, over);
  };
}

/// Writes 64 bits of which the low word does not depend on `high_only`, the lanes whose high word
/// of a source nobody defined: compilers leave it so where they use the low one alone.
void store_wide(Wave& wave, const Decoded& inst, const u64* from, LaneMask high_only) {
  LaneValues<u32> low, high;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    low.values[lane] = static_cast<u32>(from[lane]);
    high.values[lane] = static_cast<u32>(from[lane] >> 32);
  }
  put_register(wave, inst.d, low.values);
  wave.tainted |= high_only;
  put_register(wave, inst.d + 1u, high.values);
}

/// The third or second source of 64 bits, and which lanes have an undefined high word.
const u64* fetch_wide(Wave& wave, const Decoded& inst, unsigned index, u64* to,
                      LaneMask& high_only) {
  const LaneMask before = wave.tainted;
  const u64* values = fetch(wave, inst, index, to);
  const Source code = inst.s[index];
  if (code < first_vector) return values;
  high_only = wave.v_undefined[code - first_vector + 1u];
  wave.tainted = before | wave.v_undefined[code - first_vector];
  return values;
}

void shift_left_wide(Wave& wave, const Decoded& inst) {
  LaneValues<u32> made_a;
  LaneValues<u64> made_b, out;
  LaneMask high_only = 0;
  const u32* a = fetch(wave, inst, 0, made_a.values);
  const u64* b = fetch_wide(wave, inst, 1, made_b.values, high_only);
  for (unsigned lane = 0; lane < lanes; ++lane) out.values[lane] = b[lane] << (a[lane] & 63);
  store_wide(wave, inst, out.values, high_only);
}

/// v_mad_u64_u32 and v_mad_i64_i32: the carry of 64 bits goes to a scalar register.
template <class T, class Wide>
void multiply_add_wide(Wave& wave, const Decoded& inst) {
  LaneValues<T> made_a, made_b;
  LaneValues<u64> made_c, out;
  const T* a = fetch(wave, inst, 0, made_a.values);
  const T* b = fetch(wave, inst, 1, made_b.values);
  LaneMask high_only = 0;
  const u64* c = fetch_wide(wave, inst, 2, made_c.values, high_only);
  if (inst.clamp) throw Unsupported("clamp of " + std::string(inst.name));
  LaneMask over = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const Wide product = Wide{a[lane]} * b[lane];
    Wide sum;
    if (__builtin_add_overflow(product, static_cast<Wide>(c[lane]), &sum))
      over |= LaneMask{1} << lane;
    out.values[lane] = static_cast<u64>(sum);
  }
  store_wide(wave, inst, out.values, high_only);
  put_mask(wave, inst.sd, over);
}

}  // namespace

void add_integers(Meanings& to) {
  add_sums(to);
  add_products(to);
  add_bits(to);
  add_shifts(to);
  add_extremes(to);
  const auto sum = [](u64 a, u64 b, u64 carry) { return a + b + carry; };
  const auto rest = [](u64 a, u64 b, u64 carry) { return a - b - carry; };
  const auto reverse = [](u64 a, u64 b, u64 carry) { return b - a - carry; };
  to["v_add_co_u32"] = to["v_addc_co_u32"] = carries(sum);
  to["v_sub_co_u32"] = to["v_subb_co_u32"] = carries(rest);
  to["v_subrev_co_u32"] = to["v_subbrev_co_u32"] = carries(reverse);
  to["v_lshlrev_b64"] = shift_left_wide;
  to["v_mad_u64_u32"] = multiply_add_wide<u32, u64>;
  to["v_mad_i64_i32"] = multiply_add_wide<i32, i64>;
}

}  // namespace emu::amd
