// Comparisons by lane: a bit for each.
#include <cmath>

#include "amd/meanings.hpp"

namespace emu::amd {
namespace {

using u32 = std::uint32_t;

template <class T>
auto comparable(T x) {
  if constexpr (std::is_same_v<T, Half>)
    return x.value();
  else
    return x;
}

template <bool also_exec, class L, class A, class B>
Run compare_run(bool (L::*)(A, B) const) {
  return [](Wave& wave, const Decoded& inst) {
    LaneValues<A> made_a;
    LaneValues<B> made_b;
    const A* a = fetch(wave, inst, 0, made_a.values);
    const B* b = fetch(wave, inst, 1, made_b.values);
    LaneMask mask = 0;
    for (unsigned lane = 0; lane < lanes; ++lane)
      mask |= LaneMask{(*Kept<L>::function)(a[lane], b[lane])} << lane;
    put_mask(wave, inst.sd, mask);
    if (also_exec) wave.set_pair(scalar::exec, mask & wave.active, wave.tainted & wave.active);
  };
}

template <class L>
void both(Meanings& to, const std::string& name, const L& function) {
  keep(function);
  to["v_cmp_" + name] = compare_run<false, L>(&L::operator());
  to["v_cmpx_" + name] = compare_run<true, L>(&L::operator());
}

template <class T>
void add_common(Meanings& to, const std::string& type) {
  both(to, "f_" + type, [](T, T) { return false; });
  both(to, "lt_" + type, [](T a, T b) { return comparable(a) < comparable(b); });
  both(to, "eq_" + type, [](T a, T b) { return comparable(a) == comparable(b); });
  both(to, "le_" + type, [](T a, T b) { return comparable(a) <= comparable(b); });
  both(to, "gt_" + type, [](T a, T b) { return comparable(a) > comparable(b); });
  both(to, "ge_" + type, [](T a, T b) { return comparable(a) >= comparable(b); });
}

template <class T>
void add_whole(Meanings& to, const std::string& type) {
  add_common<T>(to, type);
  both(to, "ne_" + type, [](T a, T b) { return a != b; });
  both(to, "t_" + type, [](T, T) { return true; });
}

/// The bit of v_cmp_class that a number belongs to.
template <class T>
u32 class_of(T x, bool quiet) {
  const bool negative = std::signbit(x);
  switch (std::fpclassify(x)) {
    case FP_NAN:
      return quiet ? 2 : 1;
    case FP_INFINITE:
      return negative ? 4 : 0x200;
    case FP_NORMAL:
      return negative ? 8 : 0x100;
    case FP_SUBNORMAL:
      return negative ? 0x10 : 0x80;
    default:
      return negative ? 0x20 : 0x40;
  }
}

template <class T>
void add_real(Meanings& to, const std::string& type) {
  add_common<T>(to, type);
  const auto less_or_more = [](auto a, auto b) { return a < b || a > b; };
  both(to, "lg_" + type,
       [less_or_more](T a, T b) { return less_or_more(comparable(a), comparable(b)); });
  both(to, "o_" + type,
       [](T a, T b) { return comparable(a) == comparable(a) && comparable(b) == comparable(b); });
  both(to, "u_" + type,
       [](T a, T b) { return comparable(a) != comparable(a) || comparable(b) != comparable(b); });
  both(to, "nge_" + type, [](T a, T b) { return !(comparable(a) >= comparable(b)); });
  both(to, "nlg_" + type,
       [less_or_more](T a, T b) { return !less_or_more(comparable(a), comparable(b)); });
  both(to, "ngt_" + type, [](T a, T b) { return !(comparable(a) > comparable(b)); });
  both(to, "nle_" + type, [](T a, T b) { return !(comparable(a) <= comparable(b)); });
  both(to, "neq_" + type, [](T a, T b) { return !(comparable(a) == comparable(b)); });
  both(to, "nlt_" + type, [](T a, T b) { return !(comparable(a) < comparable(b)); });
  both(to, "tru_" + type, [](T, T) { return true; });
}

}  // namespace

void add_compares(Meanings& to) {
  add_real<Half>(to, "f16");
  add_real<float>(to, "f32");
  add_real<double>(to, "f64");
  add_whole<std::int16_t>(to, "i16");
  add_whole<std::uint16_t>(to, "u16");
  add_whole<std::int32_t>(to, "i32");
  add_whole<std::uint32_t>(to, "u32");
  add_whole<std::int64_t>(to, "i64");
  add_whole<std::uint64_t>(to, "u64");
  both(to, "class_f16", [](Half a, u32 b) {
    const bool tiny = (a.bits & 0x7c00) == 0 && (a.bits & 0x3ff);  // no double knows that
    const u32 bit = tiny ? (a.bits >> 15 ? 0x10 : 0x80) : class_of(a.value(), a.bits & 0x200);
    return (bit & b) != 0;
  });
  both(to, "class_f32",
       [](float a, u32 b) { return (class_of(a, bits_as<u32>(a) & 1u << 22) & b) != 0; });
  both(to, "class_f64", [](double a, u32 b) {
    return (class_of(a, bits_as<std::uint64_t>(a) & std::uint64_t{1} << 51) & b) != 0;
  });
}

}  // namespace emu::amd
