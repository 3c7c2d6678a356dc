// Scalar arithmetic and logic.
#include <algorithm>

#include "amd/meanings.hpp"

namespace emu::amd {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

template <class T>
void result(Wave& wave, const Decoded& inst, T value, T undefined) {
  if constexpr (sizeof(T) == 8)
    wave.set_pair(inst.d, value, undefined);
  else
    wave.set(inst.d, value, undefined);
}

template <class T>
void set_scc_nonzero(Wave& wave, T value, T undefined) {
  wave.scc = value != 0;
  wave.scc_undefined = undefined && !(value & ~undefined);
}

/// What undefined bits of two sources can change in a function of bits.
template <class T, class L>
T changeable(const L& f, T a, T b, T ua, T ub) {
  const T value = f(a, b);
  return static_cast<T>((f(a ^ ua, b) ^ value) | (f(a, b ^ ub) ^ value) |
                        (f(a ^ ua, b ^ ub) ^ value));
}

template <class T, class L>
Run logic_run(T (L::*)(T, T) const) {
  return [](Wave& wave, const Decoded& inst) {
    const L& f = *Kept<L>::function;
    T ua = 0, ub = 0;
    const T a = scalar_source(wave, inst, 0, ua), b = scalar_source(wave, inst, 1, ub);
    const T value = f(a, b), undefined = ua | ub ? changeable(f, a, b, ua, ub) : 0;
    result(wave, inst, value, undefined);
    set_scc_nonzero(wave, value, undefined);
  };
}

/// Logic of two sources, bit by bit.
template <class L>
Run logic(const L& function) {
  keep(function);
  return logic_run(&L::operator());
}

template <class L>
Run save_exec(const L& function) {
  keep(function);
  return [](Wave& wave, const Decoded& inst) {
    const L& f = *Kept<L>::function;
    u64 undefined = 0;
    const u64 exec = wave.exec(), a = scalar_source<u64>(wave, inst, 0, undefined);
    const u64 value = f(a, exec);
    undefined = changeable(f, a, exec, undefined, u64{0});
    wave.set_pair(inst.d, exec);
    set_scc_nonzero(wave, value, undefined);
    wave.set_pair(scalar::exec, value, undefined);
  };
}

template <class L>
Run write_exec(const L& function) {
  keep(function);
  return [](Wave& wave, const Decoded& inst) {
    u64 undefined = 0;
    const u64 a = scalar_source<u64>(wave, inst, 0, undefined);
    const u64 value = (*Kept<L>::function)(a, wave.exec());
    set_scc_nonzero(wave, value, undefined);
    wave.set_pair(scalar::exec, value, undefined);
    wave.set_pair(inst.d, value);
  };
}

enum class Scc : std::uint8_t { stays, nonzero, told };

template <class T, class U>
T all_if(U undefined) {
  return undefined ? static_cast<T>(~T{0}) : T{0};
}

template <Scc scc, class L, class R, class A, class B>
Run two_run(R (L::*)(A, B, bool&) const) {
  return [](Wave& wave, const Decoded& inst) {
    A ua = 0;
    B ub = 0;
    const A a = scalar_source<A>(wave, inst, 0, ua);
    const B b = scalar_source<B>(wave, inst, 1, ub);
    bool flag = wave.scc;
    const R value = (*Kept<L>::function)(a, b, flag);
    const bool undefined = ua || ub;
    result(wave, inst, value, all_if<R>(undefined));
    if (scc == Scc::nonzero) flag = value != 0;
    wave.scc = flag;
    if (scc != Scc::stays) wave.scc_undefined = undefined;
  };
}

/// Arithmetic of two sources; the function may tell SCC.
template <Scc scc, class L>
Run two(const L& function) {
  keep(function);
  return two_run<scc>(&L::operator());
}

template <Scc scc, class L, class R, class A>
Run one_run(R (L::*)(A) const) {
  return [](Wave& wave, const Decoded& inst) {
    A undefined = 0;
    const R value = (*Kept<L>::function)(scalar_source<A>(wave, inst, 0, undefined));
    result(wave, inst, value, all_if<R>(undefined));
    if (scc == Scc::stays) return;
    wave.scc = value != 0;
    wave.scc_undefined = undefined != 0;
  };
}

template <Scc scc, class L>
Run one(const L& function) {
  keep(function);
  return one_run<scc>(&L::operator());
}

/// Additions with a carry in: an undefined one makes the sum undefined.
template <class L>
Run carrying(const L& function) {
  keep(function);
  return [](Wave& wave, const Decoded& inst) {
    u32 undefined = wave.scc_undefined;
    const u32 a = scalar_source(wave, inst, 0, undefined),
              b = scalar_source(wave, inst, 1, undefined);
    bool flag = wave.scc;
    const u32 value = (*Kept<L>::function)(a, b, flag);
    wave.set(inst.d, value, all_if<u32>(undefined));
    wave.scc = flag;
    wave.scc_undefined = undefined != 0;
  };
}

template <class T>
void select(Wave& wave, const Decoded& inst) {
  T undefined = 0;
  const T value = scalar_source(wave, inst, wave.scc ? 0 : 1, undefined);
  result(wave, inst, value, wave.scc_undefined ? static_cast<T>(~T{0}) : undefined);
}

template <class T>
void move(Wave& wave, const Decoded& inst) {
  T undefined = 0;
  const T value = scalar_source(wave, inst, 0, undefined);
  result(wave, inst, value, undefined);
}

template <class T>
void move_if(Wave& wave, const Decoded& inst) {
  if (wave.scc) move<T>(wave, inst);
}

template <class T>
void invert(Wave& wave, const Decoded& inst) {
  T undefined = 0;
  const T value = static_cast<T>(~scalar_source(wave, inst, 0, undefined));
  result(wave, inst, value, undefined);
  set_scc_nonzero(wave, value, undefined);
}

template <class T, bool set>
void set_bit(Wave& wave, const Decoded& inst) {
  u32 undefined = 0;
  const u32 at = scalar_source(wave, inst, 0, undefined) % (8 * sizeof(T));
  const T bit = T{1} << at;
  const auto before = static_cast<T>(sizeof(T) == 8 ? wave.pair(inst.d) : wave.word(inst.d));
  const auto was =
      static_cast<T>(sizeof(T) == 8 ? wave.pair_undefined(inst.d) : wave.s_undefined[inst.d]);
  result(wave, inst, set ? before | bit : before & ~bit,
         undefined ? static_cast<T>(~T{0}) : static_cast<T>(was & ~bit));
}

template <class T>
u32 first_one(T x) {
  return x ? static_cast<u32>(sizeof(T) == 8 ? __builtin_ctzll(x) : __builtin_ctz(u32(x))) : ~0u;
}
template <class T>
u32 leading(T x) {
  return x ? static_cast<u32>(sizeof(T) == 8 ? __builtin_clzll(x) : __builtin_clz(u32(x))) : ~0u;
}
/// Bits from the top that equal the sign.
template <class T>
u32 leading_signs(T x) {
  const T other = static_cast<T>(x ^ (x >> (8 * sizeof(T) - 1) ? ~T{0} : T{0}));
  return leading(other);
}
template <class T>
T reversed(T x) {
  T value = 0;
  for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit)
    if (x >> bit & 1) value |= T{1} << (8 * sizeof(T) - 1 - bit);
  return value;
}
template <class T>
T field(T x, u32 what, bool with_sign) {
  const u32 from = what & (8 * sizeof(T) - 1), width = what >> 16 & 127;
  if (width == 0) return 0;
  const u32 most = 8 * sizeof(T) - from, bits = std::min(width, most);
  using Signed = std::make_signed_t<T>;
  const unsigned up = 8 * sizeof(T) - bits - from, down = 8 * sizeof(T) - bits;
  if (with_sign) return static_cast<T>(static_cast<Signed>(x << up) >> down);
  return x << up >> down;
}

void add_two_sources(Meanings& to) {
  to["s_add_u32"] = two<Scc::told>([](u32 a, u32 b, bool& c) { return c = a + b < a, a + b; });
  to["s_sub_u32"] = two<Scc::told>([](u32 a, u32 b, bool& c) { return c = a < b, a - b; });
  to["s_add_i32"] = two<Scc::told>([](u32 a, u32 b, bool& c) {
    i32 sum;
    c = __builtin_add_overflow(static_cast<i32>(a), static_cast<i32>(b), &sum);
    return static_cast<u32>(sum);
  });
  to["s_sub_i32"] = two<Scc::told>([](u32 a, u32 b, bool& c) {
    i32 rest;
    c = __builtin_sub_overflow(static_cast<i32>(a), static_cast<i32>(b), &rest);
    return static_cast<u32>(rest);
  });
  to["s_addc_u32"] = carrying([](u32 a, u32 b, bool& c) {
    const u64 sum = u64{a} + b + c;
    c = sum >> 32;
    return static_cast<u32>(sum);
  });
  to["s_subb_u32"] = carrying([](u32 a, u32 b, bool& c) {
    const u32 rest = a - b - c;
    c = u64{b} + c > a;
    return rest;
  });
  to["s_min_i32"] = two<Scc::told>([](u32 a, u32 b, bool& c) {
    return c = static_cast<i32>(a) < static_cast<i32>(b), c ? a : b;
  });
  to["s_max_i32"] = two<Scc::told>([](u32 a, u32 b, bool& c) {
    return c = static_cast<i32>(a) > static_cast<i32>(b), c ? a : b;
  });
  to["s_min_u32"] = two<Scc::told>([](u32 a, u32 b, bool& c) { return c = a < b, c ? a : b; });
  to["s_max_u32"] = two<Scc::told>([](u32 a, u32 b, bool& c) { return c = a > b, c ? a : b; });
  to["s_cselect_b32"] = select<u32>;
  to["s_cselect_b64"] = select<u64>;
  to["s_mul_i32"] = two<Scc::stays>([](u32 a, u32 b, bool&) { return a * b; });
  to["s_mul_hi_u32"] =
      two<Scc::stays>([](u32 a, u32 b, bool&) { return static_cast<u32>(u64{a} * b >> 32); });
  to["s_mul_hi_i32"] = two<Scc::stays>([](u32 a, u32 b, bool&) {
    return static_cast<u32>(i64{static_cast<i32>(a)} * static_cast<i32>(b) >> 32);
  });
  to["s_absdiff_i32"] = two<Scc::nonzero>([](u32 a, u32 b, bool&) {
    const u32 rest = a - b;
    return static_cast<i32>(rest) < 0 ? 0 - rest : rest;
  });
  to["s_lshl_b32"] = two<Scc::nonzero>([](u32 a, u32 b, bool&) { return a << (b & 31); });
  to["s_lshr_b32"] = two<Scc::nonzero>([](u32 a, u32 b, bool&) { return a >> (b & 31); });
  to["s_ashr_i32"] = two<Scc::nonzero>(
      [](u32 a, u32 b, bool&) { return static_cast<u32>(static_cast<i32>(a) >> (b & 31)); });
  to["s_lshl_b64"] = two<Scc::nonzero>([](u64 a, u32 b, bool&) { return a << (b & 63); });
  to["s_lshr_b64"] = two<Scc::nonzero>([](u64 a, u32 b, bool&) { return a >> (b & 63); });
  to["s_ashr_i64"] = two<Scc::nonzero>(
      [](u64 a, u32 b, bool&) { return static_cast<u64>(static_cast<i64>(a) >> (b & 63)); });
  to["s_bfm_b32"] =
      two<Scc::stays>([](u32 a, u32 b, bool&) { return ((1u << (a & 31)) - 1) << (b & 31); });
  to["s_bfm_b64"] =
      two<Scc::stays>([](u32 a, u32 b, bool&) { return ((u64{1} << (a & 63)) - 1) << (b & 63); });
  to["s_bfe_u32"] = two<Scc::nonzero>([](u32 a, u32 b, bool&) { return field(a, b, false); });
  to["s_bfe_i32"] = two<Scc::nonzero>([](u32 a, u32 b, bool&) { return field(a, b, true); });
  to["s_bfe_u64"] = two<Scc::nonzero>([](u64 a, u32 b, bool&) { return field(a, b, false); });
  to["s_bfe_i64"] = two<Scc::nonzero>([](u64 a, u32 b, bool&) { return field(a, b, true); });
  to["s_lshl1_add_u32"] = two<Scc::told>(
      [](u32 a, u32 b, bool& c) { return c = ((u64{a} << 1) + b) >> 32, (a << 1) + b; });
  to["s_lshl2_add_u32"] = two<Scc::told>(
      [](u32 a, u32 b, bool& c) { return c = ((u64{a} << 2) + b) >> 32, (a << 2) + b; });
  to["s_lshl3_add_u32"] = two<Scc::told>(
      [](u32 a, u32 b, bool& c) { return c = ((u64{a} << 3) + b) >> 32, (a << 3) + b; });
  to["s_lshl4_add_u32"] = two<Scc::told>(
      [](u32 a, u32 b, bool& c) { return c = ((u64{a} << 4) + b) >> 32, (a << 4) + b; });
  to["s_pack_ll_b32_b16"] =
      two<Scc::stays>([](u32 a, u32 b, bool&) { return (a & 0xffff) | b << 16; });
  to["s_pack_lh_b32_b16"] =
      two<Scc::stays>([](u32 a, u32 b, bool&) { return (a & 0xffff) | (b & 0xffff0000u); });
  to["s_pack_hh_b32_b16"] =
      two<Scc::stays>([](u32 a, u32 b, bool&) { return a >> 16 | (b & 0xffff0000u); });
}

template <class T>
void add_logic(Meanings& to, const std::string& bits) {
  to["s_and_" + bits] = logic([](T a, T b) -> T { return a & b; });
  to["s_or_" + bits] = logic([](T a, T b) -> T { return a | b; });
  to["s_xor_" + bits] = logic([](T a, T b) -> T { return a ^ b; });
  to["s_andn2_" + bits] = logic([](T a, T b) -> T { return a & ~b; });
  to["s_orn2_" + bits] = logic([](T a, T b) -> T { return a | ~b; });
  to["s_nand_" + bits] = logic([](T a, T b) -> T { return ~(a & b); });
  to["s_nor_" + bits] = logic([](T a, T b) -> T { return ~(a | b); });
  to["s_xnor_" + bits] = logic([](T a, T b) -> T { return ~(a ^ b); });
  to["s_mov_" + bits] = move<T>;
  to["s_cmov_" + bits] = move_if<T>;
  to["s_not_" + bits] = invert<T>;
  to["s_bitset0_" + bits] = set_bit<T, false>;
  to["s_bitset1_" + bits] = set_bit<T, true>;
  to["s_brev_" + bits] = one<Scc::stays>([](T a) { return reversed(a); });
  to["s_bcnt0_i32_" + bits] =
      one<Scc::nonzero>([](T a) { return static_cast<u32>(__builtin_popcountll(T(~a))); });
  to["s_bcnt1_i32_" + bits] =
      one<Scc::nonzero>([](T a) { return static_cast<u32>(__builtin_popcountll(a)); });
  to["s_ff0_i32_" + bits] = one<Scc::stays>([](T a) { return first_one<T>(T(~a)); });
  to["s_ff1_i32_" + bits] = one<Scc::stays>([](T a) { return first_one<T>(a); });
  to["s_flbit_i32_" + bits] = one<Scc::stays>([](T a) { return leading<T>(a); });
}

}  // namespace

void add_scalar(Meanings& to) {
  add_two_sources(to);
  add_logic<u32>(to, "b32");
  add_logic<u64>(to, "b64");
  to["s_flbit_i32"] = one<Scc::stays>([](u32 a) { return leading_signs(a); });
  to["s_flbit_i32_i64"] = one<Scc::stays>([](u64 a) { return leading_signs(a); });
  to["s_sext_i32_i8"] =
      one<Scc::stays>([](u32 a) { return static_cast<u32>(static_cast<std::int8_t>(a)); });
  to["s_sext_i32_i16"] =
      one<Scc::stays>([](u32 a) { return static_cast<u32>(static_cast<std::int16_t>(a)); });
  to["s_abs_i32"] = one<Scc::nonzero>([](u32 a) { return static_cast<i32>(a) < 0 ? 0 - a : a; });
  to["s_bitreplicate_b64_b32"] = one<Scc::stays>([](u32 a) {
    u64 value = 0;
    for (unsigned bit = 0; bit < 32; ++bit) value |= u64{a >> bit & 1} * 3 << 2 * bit;
    return value;
  });
  to["s_and_saveexec_b64"] = save_exec([](u64 a, u64 exec) { return a & exec; });
  to["s_or_saveexec_b64"] = save_exec([](u64 a, u64 exec) { return a | exec; });
  to["s_xor_saveexec_b64"] = save_exec([](u64 a, u64 exec) { return a ^ exec; });
  to["s_andn2_saveexec_b64"] = save_exec([](u64 a, u64 exec) { return a & ~exec; });
  to["s_orn2_saveexec_b64"] = save_exec([](u64 a, u64 exec) { return a | ~exec; });
  to["s_nand_saveexec_b64"] = save_exec([](u64 a, u64 exec) { return ~(a & exec); });
  to["s_nor_saveexec_b64"] = save_exec([](u64 a, u64 exec) { return ~(a | exec); });
  to["s_xnor_saveexec_b64"] = save_exec([](u64 a, u64 exec) { return ~(a ^ exec); });
  to["s_andn1_saveexec_b64"] = save_exec([](u64 a, u64 exec) { return ~a & exec; });
  to["s_orn1_saveexec_b64"] = save_exec([](u64 a, u64 exec) { return ~a | exec; });
  to["s_andn1_wrexec_b64"] = write_exec([](u64 a, u64 exec) { return ~a & exec; });
  to["s_andn2_wrexec_b64"] = write_exec([](u64 a, u64 exec) { return a & ~exec; });
}

}  // namespace emu::amd
