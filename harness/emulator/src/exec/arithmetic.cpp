// Integer, logical, shift and floating-point arithmetic.
#include <algorithm>
#include <limits>
#include <string_view>

#include "exec/form.hpp"
#include "exec/scalar.hpp"
#include "exec/vector.hpp"

namespace emu {
namespace {

using ptx::Type;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;

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
using Unsigned = std::make_unsigned_t<T>;

template <typename T>
constexpr unsigned width = sizeof(T) * 8;

// --- integers; sums and products in unsigned arithmetic, which wraps
template <typename T>
struct Add {
  T operator()(T a, T b) const { return static_cast<T>(Unsigned<T>(a) + Unsigned<T>(b)); }
};
template <typename T>
struct Sub {
  T operator()(T a, T b) const { return static_cast<T>(Unsigned<T>(a) - Unsigned<T>(b)); }
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

// --- bits
template <typename T>
struct And {
  T operator()(T a, T b) const { return a & b; }
};
template <typename T>
struct Or {
  T operator()(T a, T b) const { return a | b; }
};
template <typename T>
struct Xor {
  T operator()(T a, T b) const { return a ^ b; }
};
template <typename T>
struct Not {
  T operator()(T a) const { return static_cast<T>(~a); }
};
template <typename T>
struct Cnot {
  T operator()(T a) const { return a == 0; }
};
template <typename T>
struct Shl {
  T operator()(T a, u32 n) const {
    return n >= width<T> ? T(0) : static_cast<T>(Unsigned<T>(a) << n);
  }
};
template <typename T>
struct Shr {
  T operator()(T a, u32 n) const {
    return static_cast<T>(std::is_signed_v<T> ? a >> std::min(n, width<T> - 1)
                          : n >= width<T>     ? 0
                                              : a >> n);
  }
};
template <typename T>
struct Popc {
  u32 operator()(T a) const { return static_cast<u32>(__builtin_popcountll(a)); }
};
template <typename T>
struct Clz {
  u32 operator()(T a) const {
    return a ? static_cast<u32>(__builtin_clzll(a)) - (64 - width<T>) : width<T>;
  }
};
template <typename T>
struct Bfind {
  u32 operator()(T a) const {
    Unsigned<T> x = static_cast<Unsigned<T>>(a < 0 ? ~a : a);
    return x ? 63u - static_cast<u32>(__builtin_clzll(x)) : ~0u;
  }
};
template <typename T>
struct BfindShift {
  u32 operator()(T a) const {
    const u32 at = Bfind<T>()(a);
    return at == ~0u ? at : width<T> - 1 - at;
  }
};
template <typename T>
struct Brev {
  T operator()(T a) const {
    T reversed = 0;
    for (unsigned bit = 0; bit < width<T>; ++bit)
      reversed |= static_cast<T>((a >> bit & 1) << (width<T> - 1 - bit));
    return reversed;
  }
};
template <typename T>
struct Bfe {
  T operator()(T a, u32 start, u32 length) const {
    start &= 255;
    length &= 255;
    if (length == 0) return 0;
    const u32 top = width<T> - 1;
    const u32 sign_at = std::min(start + length - 1, top);
    const bool sign = std::is_signed_v<T> && (a >> sign_at & 1);
    Unsigned<T> field = start > top ? 0 : static_cast<Unsigned<T>>(a) >> start;
    const u32 kept = std::min(length, start > top ? 0 : width<T> - start);
    if (kept < width<T>) {
      const Unsigned<T> low = kept ? (Unsigned<T>(1) << kept) - 1 : 0;
      field = sign ? field | ~low : field & low;
    }
    return static_cast<T>(field);
  }
};
template <typename T>
T insert_bits(T field, T into, u32 start, u32 length) {
  start &= 255;
  length &= 255;
  if (start >= width<T> || length == 0) return into;
  const T ones = length >= width<T> ? static_cast<T>(~T(0)) : static_cast<T>((T(1) << length) - 1);
  const T mask = static_cast<T>(ones << start);
  return static_cast<T>((into & ~mask) | (static_cast<T>(field << start) & mask));
}
struct ShfLeftClamp {
  u32 operator()(u32 a, u32 b, u32 n) const {
    n = std::min(n, 32u);
    return static_cast<u32>(((u64(b) << 32 | a) << n) >> 32);
  }
};
struct ShfLeftWrap {
  u32 operator()(u32 a, u32 b, u32 n) const {
    return static_cast<u32>(((u64(b) << 32 | a) << (n & 31)) >> 32);
  }
};
struct ShfRightClamp {
  u32 operator()(u32 a, u32 b, u32 n) const {
    n = std::min(n, 32u);
    return static_cast<u32>((u64(b) << 32 | a) >> n);
  }
};
struct ShfRightWrap {
  u32 operator()(u32 a, u32 b, u32 n) const {
    return static_cast<u32>((u64(b) << 32 | a) >> (n & 31));
  }
};
struct Prmt {
  u32 operator()(u32 a, u32 b, u32 selector) const {
    const u64 bytes = u64(b) << 32 | a;
    u32 result = 0;
    for (unsigned i = 0; i < 4; ++i) {
      const u32 pick = selector >> (4 * i) & 15;
      u32 byte = static_cast<u32>(bytes >> (8 * (pick & 7))) & 255;
      if (pick & 8) byte = byte & 128 ? 255 : 0;  // the sign, repeated
      result |= byte << (8 * i);
    }
    return result;
  }
};
template <typename A, typename B>
struct Dp4a {
  u32 operator()(u32 a, u32 b, u32 c) const {
    for (unsigned i = 0; i < 4; ++i)
      c += static_cast<u32>(s32(static_cast<A>(a >> (8 * i))) * s32(static_cast<B>(b >> (8 * i))));
    return c;
  }
};

// --- floating point
template <typename T, bool ftz>
T into(T x) {
  return ftz ? flushed(x) : x;
}
template <typename T, bool ftz, bool sat>
T out(T x) {
  x = into<T, ftz>(canonical(x));
  return sat ? saturated(x) : x;
}
template <typename T, bool z, bool s>
struct FAdd {
  T operator()(T a, T b) const { return out<T, z, s>(into<T, z>(a) + into<T, z>(b)); }
};
template <typename T, bool z, bool s>
struct FSub {
  T operator()(T a, T b) const { return out<T, z, s>(into<T, z>(a) - into<T, z>(b)); }
};
template <typename T, bool z, bool s>
struct FMul {
  T operator()(T a, T b) const { return out<T, z, s>(into<T, z>(a) * into<T, z>(b)); }
};
template <typename T, bool z, bool s>
struct FDiv {
  T operator()(T a, T b) const { return out<T, z, s>(into<T, z>(a) / into<T, z>(b)); }
};
template <typename T, bool z, bool s>
struct FFma {
  T operator()(T a, T b, T c) const {
    return out<T, z, s>(std::fma(into<T, z>(a), into<T, z>(b), into<T, z>(c)));
  }
};
template <typename T, bool z, bool s>
struct FMin {
  T operator()(T a, T b) const {
    a = into<T, z>(a);
    b = into<T, z>(b);
    const T smaller = a != a ? b : b != b ? a : a < b ? a : b < a ? b : std::signbit(a) ? a : b;
    return s && (a != a || b != b) ? canonical(a + b) : canonical(smaller);
  }
};
template <typename T, bool z, bool s>
struct FMax {
  T operator()(T a, T b) const {
    a = into<T, z>(a);
    b = into<T, z>(b);
    const T larger = a != a ? b : b != b ? a : a > b ? a : b > a ? b : std::signbit(a) ? b : a;
    return s && (a != a || b != b) ? canonical(a + b) : canonical(larger);
  }
};
template <typename T, bool z, bool>
struct FNeg {
  T operator()(T a) const { return -into<T, z>(a); }
};
template <typename T, bool z, bool>
struct FAbs {
  T operator()(T a) const { return std::fabs(into<T, z>(a)); }
};
template <typename T, bool z, bool s>
struct Rcp {
  T operator()(T a) const { return out<T, z, s>(T(1) / into<T, z>(a)); }
};
template <typename T, bool z, bool s>
struct Sqrt {
  T operator()(T a) const { return out<T, z, s>(std::sqrt(into<T, z>(a))); }
};
// Approximate functions: computed in double precision and rounded, which is inside every bound that
// PTX gives.
template <typename T, bool z, bool s>
struct Rsqrt {
  T operator()(T a) const {
    return out<T, z, s>(static_cast<T>(1.0 / std::sqrt(double(into<T, z>(a)))));
  }
};
template <typename T, bool z, bool s>
struct Sin {
  T operator()(T a) const { return out<T, z, s>(static_cast<T>(std::sin(double(into<T, z>(a))))); }
};
template <typename T, bool z, bool s>
struct Cos {
  T operator()(T a) const { return out<T, z, s>(static_cast<T>(std::cos(double(into<T, z>(a))))); }
};
template <typename T, bool z, bool s>
struct Lg2 {
  T operator()(T a) const { return out<T, z, s>(static_cast<T>(std::log2(double(into<T, z>(a))))); }
};
template <typename T, bool z, bool s>
struct Ex2 {
  T operator()(T a) const { return out<T, z, s>(static_cast<T>(std::exp2(double(into<T, z>(a))))); }
};
template <typename T, bool z, bool s>
struct Tanh {
  T operator()(T a) const { return out<T, z, s>(static_cast<T>(std::tanh(double(a)))); }
};
template <typename T, bool z, bool s>
struct Copysign {
  T operator()(T a, T b) const { return std::copysign(b, a); }
};
// Of rcp and rsqrt in double precision with .approx.ftz the lower word is zero.
inline double upper_word(double x) {
  return bits_as<double>(bits_as<u64>(x) & 0xffffffff00000000u);
}
struct RcpUpper {
  double operator()(double a) const { return upper_word(1.0 / upper_word(a)); }
};
struct RsqrtUpper {
  double operator()(double a) const { return upper_word(1.0 / std::sqrt(upper_word(a))); }
};

// --- carry flags
struct Carry {
  Carry(Warp& warp, const Inst& inst) : flags(warp.lanes<Mask>(inst.extra)) {}
  Mask* flags;
  void set(unsigned lane, bool on) { *flags = (*flags & ~(Mask{1} << lane)) | Mask{on} << lane; }
  bool get(unsigned lane) const { return in(*flags, lane); }
};
enum : std::uint8_t { carry_out = 1, carry_in = 2, subtracts = 4, high = 8 };

template <typename T>
void add_carry(Warp& warp, const Inst& inst, Mask mask) {
  Carry carry(warp, inst);
  T* d = warp.lanes<T>(inst.d);
  const T* a = warp.lanes<T>(inst.a);
  const T* b = warp.lanes<T>(inst.b);
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    const unsigned __int128 flag = (inst.mode & carry_in) && carry.get(lane);
    const unsigned __int128 sum = inst.mode & subtracts
                                      ? (unsigned __int128)a[lane] - b[lane] - flag
                                      : (unsigned __int128)a[lane] + b[lane] + flag;
    d[lane] = static_cast<T>(sum);
    if (inst.mode & carry_out) carry.set(lane, sum >> width<T> & 1);
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
        inst.mode & high ? MulHi<T>()(a[lane], b[lane]) : MulLo<T>()(a[lane], b[lane]);
    const unsigned __int128 sum = (unsigned __int128)static_cast<Unsigned<T>>(product) +
                                  static_cast<Unsigned<T>>(c[lane]) +
                                  ((inst.mode & carry_in) && carry.get(lane));
    d[lane] = static_cast<T>(sum);
    if (inst.mode & carry_out) carry.set(lane, sum >> width<T> & 1);
  }
}

template <typename T>
void bfi(Warp& warp, const Inst& inst, Mask mask) {
  T* d = warp.lanes<T>(inst.d);
  const T* a = warp.lanes<T>(inst.a);
  const T* b = warp.lanes<T>(inst.b);
  const u32* start = warp.lanes<u32>(inst.c);
  const u32* length = warp.lanes<u32>(inst.e);
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane)) d[lane] = insert_bits(a[lane], b[lane], start[lane], length[lane]);
}

void lop3(Warp& warp, const Inst& inst, Mask mask) {
  u32* d = warp.lanes<u32>(inst.d);
  const u32* a = warp.lanes<u32>(inst.a);
  const u32* b = warp.lanes<u32>(inst.b);
  const u32* c = warp.lanes<u32>(inst.c);
  const u32 table = warp.lanes<u32>(inst.e)[0];
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    u32 result = 0;
    for (unsigned row = 0; row < 8; ++row)
      if (table >> row & 1)
        result |= (row & 4 ? a[lane] : ~a[lane]) & (row & 2 ? b[lane] : ~b[lane]) &
                  (row & 1 ? c[lane] : ~c[lane]);
    d[lane] = result;
  }
}

// Predicates are masks: their logic is that of whole words.
template <template <typename> class F>
void predicate2(Warp& warp, const Inst& inst, Mask mask) {
  Mask& d = *warp.lanes<Mask>(inst.d);
  const Mask result = F<Mask>()(*warp.lanes<Mask>(inst.a), *warp.lanes<Mask>(inst.b));
  d = (d & ~mask) | (result & mask);
}
void predicate_not(Warp& warp, const Inst& inst, Mask mask) {
  Mask& d = *warp.lanes<Mask>(inst.d);
  d = (d & ~mask) | (~*warp.lanes<Mask>(inst.a) & mask);
}

// --- choosing
template <template <typename> class F>
Handler unary(Type type) {
  const bool sign = type.kind == 's';
  switch (type.bits) {
    case 16:
      return sign ? map1<s16, s16, F<s16>> : map1<u16, u16, F<u16>>;
    case 32:
      return sign ? map1<s32, s32, F<s32>> : map1<u32, u32, F<u32>>;
    case 64:
      return sign ? map1<s64, s64, F<s64>> : map1<u64, u64, F<u64>>;
    default:
      return nullptr;
  }
}
template <template <typename> class F>
Handler binary(Type type) {
  const bool sign = type.kind == 's';
  switch (type.bits) {
    case 16:
      return sign ? map2<s16, s16, s16, F<s16>> : map2<u16, u16, u16, F<u16>>;
    case 32:
      return sign ? map2<s32, s32, s32, F<s32>> : map2<u32, u32, u32, F<u32>>;
    case 64:
      return sign ? map2<s64, s64, s64, F<s64>> : map2<u64, u64, u64, F<u64>>;
    default:
      return nullptr;
  }
}
template <template <typename> class F>
Handler shift(Type type) {
  const bool sign = type.kind == 's';
  switch (type.bits) {
    case 16:
      return sign ? map2<s16, s16, u32, F<s16>> : map2<u16, u16, u32, F<u16>>;
    case 32:
      return sign ? map2<s32, s32, u32, F<s32>> : map2<u32, u32, u32, F<u32>>;
    case 64:
      return sign ? map2<s64, s64, u32, F<s64>> : map2<u64, u64, u32, F<u64>>;
    default:
      return nullptr;
  }
}
template <template <typename> class F>
Handler ternary(Type type) {
  const bool sign = type.kind == 's';
  switch (type.bits) {
    case 16:
      return sign ? map3<s16, s16, s16, s16, F<s16>> : map3<u16, u16, u16, u16, F<u16>>;
    case 32:
      return sign ? map3<s32, s32, s32, s32, F<s32>> : map3<u32, u32, u32, u32, F<u32>>;
    case 64:
      return sign ? map3<s64, s64, s64, s64, F<s64>> : map3<u64, u64, u64, u64, F<u64>>;
    default:
      return nullptr;
  }
}
template <template <typename> class F>
Handler widening2(Type type) {
  const bool sign = type.kind == 's';
  if (type.bits == 16) return sign ? map2<s32, s16, s16, F<s16>> : map2<u32, u16, u16, F<u16>>;
  if (type.bits == 32) return sign ? map2<s64, s32, s32, F<s32>> : map2<u64, u32, u32, F<u32>>;
  return nullptr;
}
template <template <typename> class F>
Handler widening3(Type type) {
  const bool sign = type.kind == 's';
  if (type.bits == 16)
    return sign ? map3<s32, s16, s16, s32, F<s16>> : map3<u32, u16, u16, u32, F<u16>>;
  if (type.bits == 32)
    return sign ? map3<s64, s32, s32, s64, F<s32>> : map3<u64, u32, u32, u64, F<u32>>;
  return nullptr;
}
template <template <typename> class F>
Handler counting(Type type) {
  const bool sign = type.kind == 's';
  if (type.bits == 32) return sign ? map1<u32, s32, F<s32>> : map1<u32, u32, F<u32>>;
  if (type.bits == 64) return sign ? map1<u32, s64, F<s64>> : map1<u32, u64, F<u64>>;
  return nullptr;
}
template <template <typename> class F>
Handler extracting(Type type) {
  const bool sign = type.kind == 's';
  if (type.bits == 32)
    return sign ? map3<s32, s32, u32, u32, F<s32>> : map3<u32, u32, u32, u32, F<u32>>;
  if (type.bits == 64)
    return sign ? map3<s64, s64, u32, u32, F<s64>> : map3<u64, u64, u32, u32, F<u64>>;
  return nullptr;
}

template <template <typename, bool, bool> class F, typename T, bool z, bool s>
Handler real1_of() {
  return map1<T, T, F<T, z, s>>;
}
template <template <typename, bool, bool> class F>
Handler real1(Type type, bool ftz, bool flag) {
  if (type.bits == 64)
    return ftz ? nullptr : flag ? nullptr : map1<double, double, F<double, false, false>>;
  if (type.bits != 32) return nullptr;
  if (ftz)
    return flag ? map1<float, float, F<float, true, true>>
                : map1<float, float, F<float, true, false>>;
  return flag ? map1<float, float, F<float, false, true>>
              : map1<float, float, F<float, false, false>>;
}
// `rounds`: other roundings than to the nearest are asked for.
template <template <typename, bool, bool> class F>
Handler real1r(Type type, bool ftz, bool flag, bool rounds) {
  if (!rounds) return real1<F>(type, ftz, flag);
  if (type.bits == 64)
    return ftz || flag ? nullptr : rounded<map1<double, double, F<double, false, false>>>;
  if (type.bits != 32 || flag) return nullptr;
  return ftz ? rounded<map1<float, float, F<float, true, false>>>
             : rounded<map1<float, float, F<float, false, false>>>;
}
template <template <typename, bool, bool> class F>
Handler real2(Type type, bool ftz, bool flag, bool rounds) {
  if (type.bits == 64) {
    if (ftz || flag) return nullptr;
    return rounds ? rounded<map2<double, double, double, F<double, false, false>>>
                  : map2<double, double, double, F<double, false, false>>;
  }
  if (type.bits != 32) return nullptr;
  using f = float;
  if (rounds) {
    if (ftz)
      return flag ? rounded<map2<f, f, f, F<f, true, true>>>
                  : rounded<map2<f, f, f, F<f, true, false>>>;
    return flag ? rounded<map2<f, f, f, F<f, false, true>>>
                : rounded<map2<f, f, f, F<f, false, false>>>;
  }
  if (ftz) return flag ? map2<f, f, f, F<f, true, true>> : map2<f, f, f, F<f, true, false>>;
  return flag ? map2<f, f, f, F<f, false, true>> : map2<f, f, f, F<f, false, false>>;
}
template <template <typename, bool, bool> class F>
Handler real3(Type type, bool ftz, bool flag, bool rounds) {
  if (type.bits == 64) {
    if (ftz || flag) return nullptr;
    return rounds ? rounded<map3<double, double, double, double, F<double, false, false>>>
                  : map3<double, double, double, double, F<double, false, false>>;
  }
  if (type.bits != 32) return nullptr;
  using f = float;
  if (rounds) {
    if (ftz)
      return flag ? rounded<map3<f, f, f, f, F<f, true, true>>>
                  : rounded<map3<f, f, f, f, F<f, true, false>>>;
    return flag ? rounded<map3<f, f, f, f, F<f, false, true>>>
                : rounded<map3<f, f, f, f, F<f, false, false>>>;
  }
  if (ftz) return flag ? map3<f, f, f, f, F<f, true, true>> : map3<f, f, f, f, F<f, true, false>>;
  return flag ? map3<f, f, f, f, F<f, false, true>> : map3<f, f, f, f, F<f, false, false>>;
}

constexpr Type u32_type{'u', 32};

void sources(Form& form, Type type, int count) {
  form.d = type;
  form.count = count;
  for (int i = 0; i < count; ++i) form.sources[i] = type;
}

Type doubled(Type type) { return {type.kind, static_cast<std::uint8_t>(2 * type.bits)}; }

// Only the modifiers named may stand between an opcode and its type.
bool only(const ptx::Instruction& instruction, std::initializer_list<std::string_view> known) {
  for (std::size_t i = 1; i + 1 < instruction.words.size(); ++i)
    if (std::find(known.begin(), known.end(), instruction.words[i]) == known.end()) return false;
  return true;
}

bool float_form(const ptx::Instruction& instruction, Type type, Form& form) {
  const std::string& op = instruction.words[0];
  const bool ftz = instruction.has("ftz");
  const bool sat = instruction.has("sat");
  const bool rounds = rounding_of(instruction) != 0;
  const bool approximate = instruction.has("approx") || instruction.has("full");
  const bool wide = type.bits == 64;
  const auto kind = [wide](Class of64, Class of32) { return wide ? of64 : of32; };
  const auto set = [&](Handler run, int count, Class of64, Class of32) {
    form.run = run;
    form.kind = kind(of64, of32);
    sources(form, type, count);
    return run != nullptr;
  };
  if (op == "add" || op == "sub" || op == "mul" || op == "fma" || op == "mad") {
    if (!only(instruction, {"rn", "rz", "rm", "rp", "ftz", "sat"})) return false;
    if (op == "add")
      return set(real2<FAdd>(type, ftz, sat, rounds), 2, Class::fp64_add, Class::fp32_add);
    if (op == "sub")
      return set(real2<FSub>(type, ftz, sat, rounds), 2, Class::fp64_add, Class::fp32_add);
    if (op == "mul")
      return set(real2<FMul>(type, ftz, sat, rounds), 2, Class::fp64_mul, Class::fp32_mul);
    return set(real3<FFma>(type, ftz, sat, rounds), 3, Class::fp64_fma, Class::fp32_fma);
  }
  if (op == "div") {
    if (!only(instruction, {"rn", "rz", "rm", "rp", "ftz", "approx", "full"})) return false;
    return set(real2<FDiv>(type, ftz, false, rounds), 2, Class::fp64_other,
               approximate ? Class::special : Class::fp32_other);
  }
  if (op == "min" || op == "max") {
    if (!only(instruction, {"ftz", "NaN"})) return false;
    const bool nan = instruction.has("NaN");
    return set(
        op == "min" ? real2<FMin>(type, ftz, nan, false) : real2<FMax>(type, ftz, nan, false), 2,
        Class::fp64_other, Class::fp32_other);
  }
  if (op == "neg" || op == "abs") {
    if (!only(instruction, {"ftz"})) return false;
    return set(op == "neg" ? real1<FNeg>(type, ftz, false) : real1<FAbs>(type, ftz, false), 1,
               Class::fp64_other, Class::fp32_other);
  }
  if (op == "copysign")
    return set(real2<Copysign>(type, false, false, false), 2, Class::fp64_other, Class::fp32_other);
  if (op == "rcp" || op == "sqrt") {
    if (!only(instruction, {"rn", "rz", "rm", "rp", "ftz", "approx"})) return false;
    if (wide && approximate)
      return op == "rcp" && set(map1<double, double, RcpUpper>, 1, Class::special, Class::special);
    return set(op == "rcp" ? real1r<Rcp>(type, ftz, false, rounds)
                           : real1r<Sqrt>(type, ftz, false, rounds),
               1, Class::fp64_other, approximate ? Class::special : Class::fp32_other);
  }
  if (!only(instruction, {"ftz", "approx"})) return false;
  if (op == "rsqrt") {
    if (wide)
      return set(ftz ? map1<double, double, RsqrtUpper> : real1<Rsqrt>(type, false, false), 1,
                 Class::special, Class::special);
    return set(real1<Rsqrt>(type, ftz, false), 1, Class::special, Class::special);
  }
  if (wide) return false;
  Handler run = nullptr;
  if (op == "sin") run = real1<Sin>(type, ftz, false);
  if (op == "cos") run = real1<Cos>(type, ftz, false);
  if (op == "lg2") run = real1<Lg2>(type, ftz, false);
  if (op == "ex2") run = real1<Ex2>(type, ftz, false);
  if (op == "tanh") run = real1<Tanh>(type, false, false);
  return run && set(run, 1, Class::special, Class::special);
}

bool multiply_form(const ptx::Instruction& instruction, Type type, Form& form) {
  const std::string& op = instruction.words[0];
  const bool mad = op == "mad" || op == "mad24";
  sources(form, type, mad ? 3 : 2);
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
  sources(form, type, mad ? 3 : 2);
  if (type.bits == 32)
    form.run = mad ? (type.kind == 's' ? mad_carry<s32> : mad_carry<u32>) : add_carry<u32>;
  if (type.bits == 64)
    form.run = mad ? (type.kind == 's' ? mad_carry<s64> : mad_carry<u64>) : add_carry<u64>;
  return form.run != nullptr;
}

bool bits_form(const ptx::Instruction& instruction, Type type, Form& form) {
  const std::string& op = instruction.words[0];
  sources(form, type, 2);
  form.kind = Class::logic;
  if (type.kind == 'p') {
    if (op == "and") form.run = predicate2<And>;
    if (op == "or") form.run = predicate2<Or>;
    if (op == "xor") form.run = predicate2<Xor>;
    if (op == "not") {
      form.run = predicate_not;
      form.count = 1;
    }
    return form.run != nullptr;
  }
  const Type plain{'u', type.bits};
  if (op == "and") form.run = binary<And>(plain);
  if (op == "or") form.run = binary<Or>(plain);
  if (op == "xor") form.run = binary<Xor>(plain);
  if (op == "not" || op == "cnot") {
    form.run = op == "not" ? unary<Not>(plain) : unary<Cnot>(plain);
    form.count = 1;
  }
  if (op == "shl") form.run = shift<Shl>(plain);
  if (op == "shr") form.run = shift<Shr>(type);
  if (op == "shl" || op == "shr") form.sources[1] = u32_type;
  return form.run != nullptr;
}

bool field_form(const ptx::Instruction& instruction, Type type, Form& form) {
  const std::string& op = instruction.words[0];
  sources(form, type, 1);
  const Type plain{'u', type.bits};
  if (op == "popc") form.run = counting<Popc>(plain);
  if (op == "clz") form.run = counting<Clz>(plain);
  if (op == "bfind")
    form.run = instruction.has("shiftamt") ? counting<BfindShift>(type) : counting<Bfind>(type);
  if (form.run) {
    form.d = u32_type;
    return true;
  }
  if (op == "brev") form.run = type.bits == 16 ? nullptr : unary<Brev>(plain);
  if (op == "bfe") {
    sources(form, type, 3);
    form.sources[1] = form.sources[2] = u32_type;
    form.run = extracting<Bfe>(type);
  }
  if (op == "bfi") {  // the fourth source is a 32-bit register in `e`
    sources(form, type, 3);
    form.sources[2] = u32_type;
    form.run = type.bits == 64 ? bfi<u64> : bfi<u32>;
  }
  if (op == "lop3") {
    sources(form, type, 3);
    form.run = lop3;
  }
  if (op == "prmt") {
    sources(form, type, 3);
    form.run = instruction.words.size() == 2 ? map3<u32, u32, u32, u32, Prmt> : nullptr;
  }
  if (op == "shf") {
    sources(form, type, 3);
    const bool wrap = instruction.has("wrap");
    if (instruction.has("l"))
      form.run =
          wrap ? map3<u32, u32, u32, u32, ShfLeftWrap> : map3<u32, u32, u32, u32, ShfLeftClamp>;
    if (instruction.has("r"))
      form.run =
          wrap ? map3<u32, u32, u32, u32, ShfRightWrap> : map3<u32, u32, u32, u32, ShfRightClamp>;
  }
  if (op == "dp4a" && instruction.words.size() == 3) {
    sources(form, u32_type, 3);
    const bool first = instruction.words[1] == "s32";
    const bool second = instruction.words[2] == "s32";
    using s8 = std::int8_t;
    using u8 = std::uint8_t;
    form.run = first ? (second ? map3<u32, u32, u32, u32, Dp4a<s8, s8>>
                               : map3<u32, u32, u32, u32, Dp4a<s8, u8>>)
                     : (second ? map3<u32, u32, u32, u32, Dp4a<u8, s8>>
                               : map3<u32, u32, u32, u32, Dp4a<u8, u8>>);
  }
  return form.run != nullptr;
}

bool integer_form(const ptx::Instruction& instruction, Type type, Form& form) {
  const std::string& op = instruction.words[0];
  sources(form, type, 2);
  if (instruction.has("sat")) {
    if (type.kind != 's' || type.bits != 32) return false;
    if (op == "add") form.run = map2<s32, s32, s32, AddSat<s32>>;
    if (op == "sub") form.run = map2<s32, s32, s32, SubSat<s32>>;
    return form.run != nullptr;
  }
  if (!only(instruction, {})) return false;
  if (op == "add") form.run = binary<Add>(type);
  if (op == "sub") form.run = binary<Sub>(type);
  if (op == "div") form.run = binary<Div>(type);
  if (op == "rem") form.run = binary<Rem>(type);
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

}  // namespace

ptx::Type last_type(const ptx::Instruction& instruction) {
  Type type;
  if (!ptx::parse_type(instruction.words.back(), type))
    throw ptx::Unsupported("'" + instruction.text() + "' has no type that is known");
  return type;
}

int rounding_of(const ptx::Instruction& instruction) {
  if (instruction.has("rz")) return 1;
  if (instruction.has("rm")) return 2;
  if (instruction.has("rp")) return 3;
  return 0;
}

bool arithmetic_form(const ptx::Instruction& instruction, Form& form) {
  const std::string& op = instruction.words[0];
  Type type;
  if (!ptx::parse_type(instruction.words.back(), type)) return false;
  static const std::initializer_list<std::string_view> bits = {"and",  "or",  "xor", "not",
                                                               "cnot", "shl", "shr"};
  static const std::initializer_list<std::string_view> fields = {
      "popc", "clz", "bfind", "brev", "bfe", "bfi", "lop3", "prmt", "shf", "dp4a"};
  const auto among = [&op](const auto& list) {
    return std::find(list.begin(), list.end(), op) != list.end();
  };
  if (among(bits)) return bits_form(instruction, type, form);
  if (among(fields)) return field_form(instruction, type, form);
  if (type.kind == 'f') return float_form(instruction, type, form);
  if (instruction.has("cc") || op == "addc" || op == "subc" || op == "madc")
    return carry_form(instruction, type, form);
  if (op == "mul" || op == "mad" || op == "mul24" || op == "mad24")
    return multiply_form(instruction, type, form);
  return integer_form(instruction, type, form);
}

}  // namespace emu
