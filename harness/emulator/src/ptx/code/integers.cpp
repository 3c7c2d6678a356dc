// Integer arithmetic; sums and products in unsigned arithmetic, which wraps.
#include <algorithm>
#include <limits>

#include "exec/place.hpp"
#include "ptx/code/choose.hpp"

namespace emu {
namespace {

template <typename T>
struct Wider;
template <>
struct Wider<u16> {
  using type = u32;
};
template <>
struct Wider<s16> {
  using type = s32;
};
template <>
struct Wider<u32> {
  using type = u64;
};
template <>
struct Wider<s32> {
  using type = s64;
};
template <>
struct Wider<u64> {
  using type = unsigned __int128;
};
template <>
struct Wider<s64> {
  using type = __int128;
};
template <typename T>
using WiderT = typename Wider<T>::type;

template <typename T>
struct Add {
  T operator()(T a, T b) const { return static_cast<T>(Unsigned<T>(a) + Unsigned<T>(b)); }
};
template <typename T>
struct Sub {
  T operator()(T a, T b) const { return static_cast<T>(Unsigned<T>(a) - Unsigned<T>(b)); }
};
template <typename T>
struct AddThree {
  T operator()(T a, T b, T c) const { return a + b + c; }
};
template <typename T>
struct SubAdd {
  T operator()(T a, T b, T c) const { return a - b + c; }
};
template <typename T>
struct MulLo {
  T operator()(T a, T b) const {
    return static_cast<T>(
        static_cast<Unsigned<T>>(WiderT<Unsigned<T>>(Unsigned<T>(a)) * Unsigned<T>(b)));
  }
};
template <>
struct MulLo<u64> {
  u64 operator()(u64 a, u64 b) const { return a * b; }
};
template <>
struct MulLo<s64> {
  s64 operator()(s64 a, s64 b) const { return static_cast<s64>(u64(a) * u64(b)); }
};
template <typename T>
struct MulHi {
  T operator()(T a, T b) const { return static_cast<T>((WiderT<T>(a) * WiderT<T>(b)) >> width<T>); }
};
template <typename T>
struct MulWide {
  WiderT<T> operator()(T a, T b) const { return WiderT<T>(a) * WiderT<T>(b); }
};
template <typename T>
struct MadLo {
  T operator()(T a, T b, T c) const { return Add<T>()(MulLo<T>()(a, b), c); }
};
template <typename T>
struct MadHi {
  T operator()(T a, T b, T c) const { return Add<T>()(MulHi<T>()(a, b), c); }
};
template <typename T>
struct MadWide {
  WiderT<T> operator()(T a, T b, WiderT<T> c) const {
    return Add<WiderT<T>>()(MulWide<T>()(a, b), c);
  }
};
template <typename T>
struct Mul24Lo {
  T operator()(T a, T b) const { return static_cast<T>(product(a, b)); }
  static s64 product(T a, T b) { return s64(low24(a)) * s64(low24(b)); }
  static T low24(T x) { return static_cast<T>(static_cast<T>(Unsigned<T>(x) << 8) >> 8); }
};
template <typename T>
struct Mul24Hi {
  T operator()(T a, T b) const { return static_cast<T>(Mul24Lo<T>::product(a, b) >> 16); }
};
template <typename T>
struct Mad24Lo {
  T operator()(T a, T b, T c) const { return Add<T>()(Mul24Lo<T>()(a, b), c); }
};
template <typename T>
struct Sad {
  T operator()(T a, T b, T c) const { return Add<T>()(c, a < b ? Sub<T>()(b, a) : Sub<T>()(a, b)); }
};
// What division by zero gives is not specified; this is what is seen.
template <typename T>
struct Div {
  T operator()(T a, T b) const {
    if (b == 0) return static_cast<T>(~T(0));
    if (std::is_signed_v<T> && b == static_cast<T>(-1)) return Sub<T>()(0, a);
    return static_cast<T>(a / b);
  }
};
template <typename T>
struct Rem {
  T operator()(T a, T b) const {
    if (b == 0) return a;
    if (std::is_signed_v<T> && b == static_cast<T>(-1)) return 0;
    return static_cast<T>(a % b);
  }
};
/// Division whose lanes with a zero below the line are findings.
template <typename T, typename F>
void divide(Warp& warp, const Inst& inst, Mask mask) {
  const T* b = warp.lanes<T>(inst.b);
  Mask zero = 0;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) zero |= Mask{b[lane] == 0} << lane;
  if (zero & mask)
    add_finding(Fault::division_by_zero, warp, inst,
                static_cast<unsigned>(__builtin_ctz(zero & mask)), "divides by zero");
  map2<T, T, T, F>(warp, inst, mask);
}

template <template <typename> class F>
Handler division(Type type) {
  return by_integer(type, [](auto zero) -> Handler {
    using T = decltype(zero);
    return divide<T, F<T>>;
  });
}

template <typename T>
struct Min {
  T operator()(T a, T b) const { return a < b ? a : b; }
};
template <typename T>
struct Max {
  T operator()(T a, T b) const { return a > b ? a : b; }
};
template <typename T>
struct Abs {
  T operator()(T a) const { return a < 0 ? Sub<T>()(0, a) : a; }
};
template <typename T>
struct Neg {
  T operator()(T a) const { return Sub<T>()(0, a); }
};
template <typename T>
struct AddSat {
  T operator()(T a, T b) const { return clamp(WiderT<T>(a) + b); }
  static T clamp(WiderT<T> x) {
    return static_cast<T>(
        std::clamp<WiderT<T>>(x, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
  }
};
template <typename T>
struct SubSat {
  T operator()(T a, T b) const { return AddSat<T>::clamp(WiderT<T>(a) - b); }
};

// --- carry flags
struct Carry {
  Carry(Warp& warp, const Inst& inst) : flags(warp.lanes<Mask>(inst.extra)) {}
  Mask* flags;
  void set(unsigned lane, bool on) { *flags = (*flags & ~(Mask{1} << lane)) | Mask{on} << lane; }
  bool get(unsigned lane) const { return in(*flags, lane); }
};

template <typename T>
void add_carry(Warp& warp, const Inst& inst, Mask mask) {
  Carry carry(warp, inst);
  T* d = warp.lanes<T>(inst.d);
  const T* a = warp.lanes<T>(inst.a);
  const T* b = warp.lanes<T>(inst.b);
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    const unsigned __int128 flag = (inst.carry & carry_in) && carry.get(lane);
    const unsigned __int128 sum = inst.carry & carry_subtracts
                                      ? (unsigned __int128)a[lane] - b[lane] - flag
                                      : (unsigned __int128)a[lane] + b[lane] + flag;
    d[lane] = static_cast<T>(sum);
    if (inst.carry & carry_out) carry.set(lane, sum >> width<T> & 1);
  }
}

template <typename T>
void mad_carry(Warp& warp, const Inst& inst, Mask mask) {
  Carry carry(warp, inst);
  T* d = warp.lanes<T>(inst.d);
  const T* a = warp.lanes<T>(inst.a);
  const T* b = warp.lanes<T>(inst.b);
  const T* c = warp.lanes<T>(inst.c);
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    const T product =
        inst.carry & carry_high ? MulHi<T>()(a[lane], b[lane]) : MulLo<T>()(a[lane], b[lane]);
    const unsigned __int128 sum = (unsigned __int128)static_cast<Unsigned<T>>(product) +
                                  static_cast<Unsigned<T>>(c[lane]) +
                                  ((inst.carry & carry_in) && carry.get(lane));
    d[lane] = static_cast<T>(sum);
    if (inst.carry & carry_out) carry.set(lane, sum >> width<T> & 1);
  }
}

Type doubled(Type type) { return {type.kind, static_cast<std::uint8_t>(2 * type.bits)}; }

}  // namespace

bool multiply_form(const ptx::Instruction& instruction, Type type, Form& form) {
  const std::string& op = instruction.words[0];
  const bool mad = op == "mad" || op == "mad24";
  same_types(form, type, mad ? 3 : 2);
  if (op == "mul24" || op == "mad24") {
    if (type.bits != 32) return false;
    if (instruction.has("hi"))
      form.run = mad ? nullptr : binary<Mul24Hi>(type);
    else
      form.run = mad ? map3<u32, u32, u32, u32, Mad24Lo<u32>> : binary<Mul24Lo>(type);
    if (mad && type.kind == 's')
      form.run = instruction.has("lo") ? map3<s32, s32, s32, s32, Mad24Lo<s32>> : nullptr;
    return form.run != nullptr;
  }
  if (!only(instruction, {"lo", "hi", "wide"})) return false;
  if (instruction.has("wide")) {
    form.run = mad ? widening3<MadWide>(type) : widening2<MulWide>(type);
    form.d = doubled(type);
    if (mad) form.sources[2] = form.d;
  } else if (instruction.has("hi")) {
    form.run = mad ? ternary<MadHi>(type) : binary<MulHi>(type);
  } else {
    form.run = mad ? ternary<MadLo>(type) : binary<MulLo>(type);
  }
  return form.run != nullptr;
}

bool carry_form(const ptx::Instruction& instruction, Type type, Form& form) {
  const std::string& op = instruction.words[0];
  const bool mad = op == "mad" || op == "madc";
  form.carry = true;
  same_types(form, type, mad ? 3 : 2);
  if (type.bits == 32)
    form.run = mad ? (type.kind == 's' ? mad_carry<s32> : mad_carry<u32>) : add_carry<u32>;
  if (type.bits == 64)
    form.run = mad ? (type.kind == 's' ? mad_carry<s64> : mad_carry<u64>) : add_carry<u64>;
  return form.run != nullptr;
}

bool integer_form(const ptx::Instruction& instruction, Type type, Form& form) {
  const std::string& op = instruction.words[0];
  same_types(form, type, 2);
  if (instruction.has("sat")) {
    if (type.kind != 's' || type.bits != 32) return false;
    if (op == "add") form.run = map2<s32, s32, s32, AddSat<s32>>;
    if (op == "sub") form.run = map2<s32, s32, s32, SubSat<s32>>;
    return form.run != nullptr;
  }
  if (!only(instruction, {})) return false;
  if (op == "add") form.run = binary<Add>(type);
  if (op == "sub") form.run = binary<Sub>(type);
  if (op == "div") form.run = division<Div>(type);
  if (op == "rem") form.run = division<Rem>(type);
  if (op == "min") form.run = binary<Min>(type);
  if (op == "max") form.run = binary<Max>(type);
  if (op == "neg" || op == "abs") {
    if (type.kind != 's') return false;
    form.count = 1;
    form.run = op == "neg" ? unary<Neg>(type) : unary<Abs>(type);
  }
  if (op == "sad") {
    form.count = 3;
    form.sources[2] = type;
    form.run = ternary<Sad>(type);
  }
  return form.run != nullptr;
}

// Without saturation all 32-bit types give the same bits.
bool video_form(const ptx::Instruction& instruction, Form& form) {
  const auto& words = instruction.words;
  const bool adds = words.size() == 5 && words[4] == "add";
  if (words.size() != 4 && !adds) return false;
  for (std::size_t i = 1; i < 4; ++i)
    if (words[i] != "u32" && words[i] != "s32") return false;
  const bool minus = words[0] == "vsub";
  form.run =
      adds ? minus ? map3<u32, u32, u32, u32, SubAdd<u32>> : map3<u32, u32, u32, u32, AddThree<u32>>
      : minus ? map2<u32, u32, u32, Sub<u32>>
              : map2<u32, u32, u32, Add<u32>>;
  form.kind = Class::integer;
  same_types(form, u32_type, adds ? 3 : 2);
  return true;
}

}  // namespace emu
