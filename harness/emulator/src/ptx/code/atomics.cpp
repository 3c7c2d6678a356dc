// Atomic operations.
#include "exec/accessor.hpp"
#include "exec/memory_ops.hpp"
#include "ptx/code/choose.hpp"
#include "ptx/code/halves.hpp"

namespace emu {
namespace {

template <typename T>
struct AddOf {
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>)
      return a + b;
    else
      return static_cast<T>(std::make_unsigned_t<T>(a) + std::make_unsigned_t<T>(b));
  }
};
template <typename T>
struct MinOf {
  T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T>
struct MaxOf {
  T operator()(T a, T b) const { return b > a ? b : a; }
};
template <typename T>
struct AndOf {
  T operator()(T a, T b) const { return a & b; }
};
template <typename T>
struct OrOf {
  T operator()(T a, T b) const { return a | b; }
};
template <typename T>
struct XorOf {
  T operator()(T a, T b) const { return a ^ b; }
};
template <typename T>
struct ExchOf {
  T operator()(T, T b) const { return b; }
};
template <typename T>
struct IncOf {
  T operator()(T a, T b) const { return a >= b ? T(0) : a + 1; }
};
template <typename T>
struct DecOf {
  T operator()(T a, T b) const { return a == 0 || a > b ? b : a - 1; }
};

// add.noftz of 16 bits, and of pairs.
template <typename Word, char kind>
struct SmallAdd {
  Word operator()(Word a, Word b) const {
    constexpr ptx::Type type{kind, 16};
    u32 sum = 0;
    for (unsigned shift = 0; shift < 8 * sizeof(Word); shift += 16)
      sum |= u32{small_bits(type,
                            odd_sum(small_value(type, static_cast<u16>(a >> shift)),
                                    small_value(type, static_cast<u16>(b >> shift))),
                            Rounding::nearest)}
             << shift;
    return static_cast<Word>(sum);
  }
};

struct Replace {};  // compare and swap

/// A compare and swap where something is undefined.  Bytes of the memory that nobody wrote have to
/// be undefined in what is compared, and may be in what is put: a byte changes inside its word.
/// That the word is as it was compared is known then, whatever it holds.
void swap_undefined(Warp& warp, const Inst& inst, unsigned lane, Accessor& accessor) {
  constexpr const char* use = "goes into an atomic operation";
  const Undefined there = accessor.undefined();
  const bool tracked = warp.frame->undefined != nullptr;
  const auto compared = tracked ? stored(warp, inst, inst.b, lane) : Stored{};
  const auto put = tracked ? stored(warp, inst, inst.c, lane) : Stored{};
  if (compared.undefined & ~there.bytes) report_use(warp, inst, lane, inst.b, inst.bytes, use);
  if (put.undefined & ~there.bytes) report_use(warp, inst, lane, inst.c, inst.bytes, use);
  if (there.bytes & ~compared.undefined) accessor.use_undefined(lane);
  accessor.stored_undefined(lane, 0, put.undefined & there.bytes, false);
  if (tracked) take_for_defined(warp, inst.b, inst.width, lane);
}

template <typename T, typename F>
void atomic(Warp& warp, const Inst& inst, Mask mask) {
  constexpr bool swaps = std::is_same_v<F, Replace>;
  if (warp.frame->undefined && !swaps) {
    check_register(warp, inst, inst.b, sizeof(T), mask, "goes into an atomic operation");
  }
  Accessor accessor(warp, inst, mask, Use::atomic);
  if constexpr (swaps || std::is_same_v<F, ExchOf<T>>) accessor.hand_on();
  const bool orders = warp.launch->options.races;
  bool changed = false;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    std::uint8_t* place = accessor.at(lane);
    T before;
    if (place) {
      std::memcpy(&before, place, sizeof before);
      const T operand = warp.lanes<T>(inst.b)[lane];
      T after;
      if constexpr (swaps)
        after = before == operand ? warp.lanes<T>(inst.c)[lane] : before;
      else
        after = F()(before, operand);
      if (swaps && !accessor.keeps_outside(lane, &before, &after)) after = before;
      changed |= std::memcmp(&before, &after, sizeof after) != 0;
      std::memcpy(place, &after, sizeof after);
      if (swaps && (warp.frame->undefined || accessor.undefined().bytes))
        swap_undefined(warp, inst, lane, accessor);
      if (orders) {
        races::strong_read(*warp.clock, lane, accessor.key(lane), inst.acquire);
        races::strong_write(*warp.clock, lane, accessor.key(lane), inst.release, true);
      }
    } else {
      std::memset(&before, poison, sizeof before);
    }
    if (inst.d == nowhere) continue;
    warp.lanes<T>(inst.d)[lane] = before;
    const Undefined& read = swaps ? Undefined{} : accessor.undefined();
    if (read.bytes || warp.frame->undefined)
      loaded(warp, inst, inst.d, lane, read.bytes, read.computed, read.origin);
  }
  if (changed)
    warp.launch->changed();
  else
    warp.yield();
  warp.clock->fresh |= changed;
}

template <template <typename> class F>
Handler of_integers(ptx::Type type) {
  const bool sign = type.kind == 's';
  if (type.bits == 32)
    return sign ? atomic<std::int32_t, F<std::int32_t>> : atomic<std::uint32_t, F<std::uint32_t>>;
  if (type.bits == 64)
    return sign ? atomic<std::int64_t, F<std::int64_t>> : atomic<std::uint64_t, F<std::uint64_t>>;
  return nullptr;
}

}  // namespace

Handler atomic_handler(const std::string& operation, ptx::Type type) {
  if (operation == "add" && is_half(type)) return atomic<u16, SmallAdd<u16, 'f'>>;
  if (operation == "add" && is_half_pair(type)) return atomic<u32, SmallAdd<u32, 'f'>>;
  if (operation == "add" && is_brain(type))
    return type.bits == 16 ? atomic<u16, SmallAdd<u16, 'e'>> : atomic<u32, SmallAdd<u32, 'e'>>;
  if (operation == "add" && type.kind == 'f')
    return type.bits == 64   ? atomic<double, AddOf<double>>
           : type.bits == 32 ? atomic<float, AddOf<float>>
                             : nullptr;
  const ptx::Type plain{'u', type.bits};
  if (type.kind == 'f') return nullptr;
  if (is_small(type)) return nullptr;
  if (operation == "add") return of_integers<AddOf>(type);
  if (operation == "min") return of_integers<MinOf>(type);
  if (operation == "max") return of_integers<MaxOf>(type);
  if (operation == "and") return of_integers<AndOf>(plain);
  if (operation == "or") return of_integers<OrOf>(plain);
  if (operation == "xor") return of_integers<XorOf>(plain);
  if (operation == "exch") return of_integers<ExchOf>(plain);
  if (operation == "inc")
    return type.bits == 32 ? atomic<std::uint32_t, IncOf<std::uint32_t>> : nullptr;
  if (operation == "dec")
    return type.bits == 32 ? atomic<std::uint32_t, DecOf<std::uint32_t>> : nullptr;
  if (operation == "cas") {
    if (type.bits == 16) return atomic<std::uint16_t, Replace>;
    if (type.bits == 32) return atomic<std::uint32_t, Replace>;
    if (type.bits == 64) return atomic<std::uint64_t, Replace>;
  }
  return nullptr;
}

}  // namespace emu
