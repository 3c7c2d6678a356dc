// cvt: between all integer and floating-point types.
#include <cmath>
#include <limits>

#include "exec/vector.hpp"
#include "ptx/code/choose.hpp"
#include "ptx/code/halves.hpp"
#include "ptx/code/scalar.hpp"

namespace emu {
namespace {

template <typename T>
T integral(T x, Whole how) {
  switch (how) {
    case Whole::nearest:
      return std::nearbyint(x);  // the host rounds to nearest even
    case Whole::toward_zero:
      return std::trunc(x);
    case Whole::down:
      return std::floor(x);
    case Whole::up:
      return std::ceil(x);
    default:
      return x;
  }
}

/// A float as an integer: clamped into its range; what NaN becomes is fixed by the types.
template <typename D, typename S>
D to_integer(S x, Whole how) {
  if (x != x) {
    if (sizeof(S) < 8 && sizeof(D) < 8) return 0;
    return std::is_signed_v<D> ? std::numeric_limits<D>::min()
                               : static_cast<D>(D(1) << (sizeof(D) * 8 - 1));
  }
  x = integral(x, how);
  const S low = static_cast<S>(std::numeric_limits<D>::min());
  const S high = std::ldexp(S(1), std::numeric_limits<D>::digits);  // one above the largest
  if (x <= low) return std::numeric_limits<D>::min();
  if (x >= high) return std::numeric_limits<D>::max();
  return static_cast<D>(x);
}

template <typename D, typename S>
D converted(S x, const Inst& inst) {
  if constexpr (std::is_floating_point_v<S>) {
    if (inst.ftz) x = flushed(x);
    if constexpr (std::is_floating_point_v<D>) {
      const S whole = integral(x, inst.whole);
      D result = canonical(static_cast<D>(whole));
      if (inst.ftz) result = flushed(result);
      return inst.saturate ? saturated(result) : result;
    } else {
      return to_integer<D>(x, inst.whole);
    }
  } else if constexpr (std::is_floating_point_v<D>) {
    const D result = static_cast<D>(x);
    return inst.saturate ? saturated(result) : result;
  } else {
    if (inst.saturate) {
      using Wide = __int128;
      const Wide low = std::numeric_limits<D>::min();
      const Wide high = std::numeric_limits<D>::max();
      const Wide wide = x;
      return static_cast<D>(wide < low ? low : wide > high ? high : wide);
    }
    return static_cast<D>(x);
  }
}

template <typename D, typename S>
void cvt(Warp& warp, const Inst& inst, Mask mask) {
  // Plain integer conversions between registers of the types' own size become vector instructions.
  if constexpr (std::is_integral_v<D> && std::is_integral_v<S>) {
    if (inst.width == sizeof(D) && inst.bytes == sizeof(S) && !inst.saturate) {
      D* d = warp.lanes<D>(inst.d);
      const S* a = warp.lanes<S>(inst.a);
      for (unsigned lane = 0; lane < warp_lanes; ++lane) {
        const D result = static_cast<D>(a[lane]);
        d[lane] = in(mask, lane) ? result : d[lane];
      }
      return;
    }
  }
  const std::uint8_t* from = warp.lanes<std::uint8_t>(inst.a);
  std::uint8_t* to = warp.lanes<std::uint8_t>(inst.d);
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    S x;
    std::memcpy(&x, from + lane * inst.bytes,
                sizeof x);  // a wider register holds it in its low bits
    const D result = converted<D>(x, inst);
    std::uint64_t bits = 0;
    if constexpr (std::is_integral_v<D> && std::is_signed_v<D>)
      bits = static_cast<std::uint64_t>(
          std::int64_t{result});  // a wider register is filled with the sign
    else
      std::memcpy(&bits, &result, sizeof result);
    std::memcpy(to + lane * inst.width, &bits, inst.width);
  }
}

template <typename D>
Handler from(Type type) {
  const bool sign = type.kind == 's';
  if (type.kind == 'f')
    return type.bits == 64 ? cvt<D, double> : type.bits == 32 ? cvt<D, float> : nullptr;
  switch (type.bits) {
    case 8:
      return sign ? cvt<D, std::int8_t> : cvt<D, std::uint8_t>;
    case 16:
      return sign ? cvt<D, std::int16_t> : cvt<D, std::uint16_t>;
    case 32:
      return sign ? cvt<D, std::int32_t> : cvt<D, std::uint32_t>;
    case 64:
      return sign ? cvt<D, std::int64_t> : cvt<D, std::uint64_t>;
    default:
      return nullptr;
  }
}

Handler conversion(Type to, Type type) {
  if (to.kind == 'f')
    return to.bits == 64 ? from<double>(type) : to.bits == 32 ? from<float>(type) : nullptr;
  const bool sign = to.kind == 's';
  switch (to.bits) {
    case 8:
      return sign ? from<std::int8_t>(type) : from<std::uint8_t>(type);
    case 16:
      return sign ? from<std::int16_t>(type) : from<std::uint16_t>(type);
    case 32:
      return sign ? from<std::int32_t>(type) : from<std::uint32_t>(type);
    case 64:
      return sign ? from<std::int64_t>(type) : from<std::uint64_t>(type);
    default:
      return nullptr;
  }
}

// The same conversion under another rounding of the result.
void directed(Warp& warp, const Inst& inst, Mask mask) {
  const HostRounding rounding(inst.rounding);
  if (inst.extra == 0) cvt<float, double>(warp, inst, mask);
  if (inst.extra == 1) cvt<float, std::int32_t>(warp, inst, mask);
  if (inst.extra == 2) cvt<float, std::uint32_t>(warp, inst, mask);
  if (inst.extra == 3) cvt<float, std::int64_t>(warp, inst, mask);
  if (inst.extra == 4) cvt<float, std::uint64_t>(warp, inst, mask);
  if (inst.extra == 5) cvt<double, std::int64_t>(warp, inst, mask);
  if (inst.extra == 6) cvt<double, std::uint64_t>(warp, inst, mask);
}

Handler directed_conversion(Type to, Type type, Inst& inst) {
  static const std::pair<Type, Type> known[] = {{{'f', 32}, {'f', 64}}, {{'f', 32}, {'s', 32}},
                                                {{'f', 32}, {'u', 32}}, {{'f', 32}, {'s', 64}},
                                                {{'f', 32}, {'u', 64}}, {{'f', 64}, {'s', 64}},
                                                {{'f', 64}, {'u', 64}}};
  for (std::uint32_t i = 0; i < std::size(known); ++i)
    if (known[i].first == to && known[i].second == type) {
      inst.extra = i;
      return directed;
    }
  return conversion(to, type);  // exact whatever the rounding
}

}  // namespace

bool convert_form(const ptx::Instruction& instruction, Form& form, Inst& inst) {
  if (tiny_convert_form(instruction, form, inst)) return true;
  const auto& words = instruction.words;
  Type to;
  Type type;
  if (words.size() < 3 || !ptx::parse_type(words.back(), type) ||
      !ptx::parse_type(words[words.size() - 2], to))
    return false;
  for (std::size_t i = 1; i + 2 < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "rni")
      inst.whole = Whole::nearest;
    else if (word == "rzi")
      inst.whole = Whole::toward_zero;
    else if (word == "rmi")
      inst.whole = Whole::down;
    else if (word == "rpi")
      inst.whole = Whole::up;
    else if (word == "ftz")
      inst.ftz = true;
    else if (word == "sat")
      inst.saturate = true;
    else if (word != "rn" && word != "rz" && word != "rm" && word != "rp" && word != "relu")
      return false;
  }
  form.kind = Class::conversion;
  form.d = to;
  form.sources[0] = type;
  form.count = 1;
  if (is_small(to) || is_small(type)) return small_convert_form(instruction, to, type, form, inst);
  if (instruction.has("relu")) return false;
  inst.rounding = rounding_of(instruction);
  form.run = inst.rounding != Rounding::nearest ? directed_conversion(to, type, inst)
                                                : conversion(to, type);
  return form.run != nullptr;
}

}  // namespace emu
