// Logic, shifts, fields of bits.
#include <algorithm>

#include "ptx/code/choose.hpp"

namespace emu {
namespace {

// So many ones from a place on; beyond the word nothing is left, or only the low five bits count.
struct MaskClamp {
  u32 operator()(u32 place, u32 count) const {
    const u32 ones = count >= 32 ? ~0u : (1u << count) - 1;
    return place >= 32 ? 0 : ones << place;
  }
};
struct MaskWrap {
  u32 operator()(u32 place, u32 count) const { return ((1u << (count & 31)) - 1) << (place & 31); }
};

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

}  // namespace

bool logic_form(const ptx::Instruction& instruction, Type type, Form& form) {
  const std::string& op = instruction.words[0];
  same_types(form, type, 2);
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
  same_types(form, type, 1);
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
    same_types(form, type, 3);
    form.sources[1] = form.sources[2] = u32_type;
    form.run = extracting<Bfe>(type);
  }
  if (op == "bfi") {  // the fourth source is a 32-bit register in `e`
    same_types(form, type, 3);
    form.sources[2] = u32_type;
    form.run = type.bits == 64 ? bfi<u64> : bfi<u32>;
  }
  if (op == "lop3") {
    same_types(form, type, 3);
    form.run = lop3;
  }
  if (op == "bmsk") {
    same_types(form, type, 2);
    const bool clamps = instruction.has("clamp");
    if (type.bits == 32 && (clamps || instruction.has("wrap")))
      form.run = clamps ? map2<u32, u32, u32, MaskClamp> : map2<u32, u32, u32, MaskWrap>;
  }
  if (op == "prmt") {
    same_types(form, type, 3);
    form.run = instruction.words.size() == 2 ? map3<u32, u32, u32, u32, Prmt> : nullptr;
  }
  if (op == "shf") {
    same_types(form, type, 3);
    const bool wrap = instruction.has("wrap");
    if (instruction.has("l"))
      form.run =
          wrap ? map3<u32, u32, u32, u32, ShfLeftWrap> : map3<u32, u32, u32, u32, ShfLeftClamp>;
    if (instruction.has("r"))
      form.run =
          wrap ? map3<u32, u32, u32, u32, ShfRightWrap> : map3<u32, u32, u32, u32, ShfRightClamp>;
  }
  if (op == "dp4a" && instruction.words.size() == 3) {
    same_types(form, u32_type, 3);
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

}  // namespace emu
