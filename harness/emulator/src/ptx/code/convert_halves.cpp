// cvt from and to numbers of 16 bits, and of two floats to a pair of them.
#include <limits>

#include "ptx/code/choose.hpp"
#include "ptx/code/halves.hpp"

namespace emu {
namespace {

/// How a value is read and written; both ends of a conversion.
struct Conversion {
  Type to, from;
};

Conversion unpacked(const Inst& inst) {
  const auto type = [](std::uint32_t code) {
    return Type{static_cast<char>(code & 0xff), static_cast<std::uint8_t>(code >> 8 & 0xff)};
  };
  return {type(inst.extra), type(inst.extra >> 16)};
}

std::uint32_t packed(Type to, Type from) {
  const auto code = [](Type type) {
    return static_cast<std::uint32_t>(static_cast<std::uint8_t>(type.kind)) | u32{type.bits} << 8;
  };
  return code(to) | code(from) << 16;
}

double source_value(Type type, u64 bits, bool ftz) {
  if (is_small(type)) return small_value(type, static_cast<u16>(bits));
  if (type.kind == 'f' && type.bits == 64) return bits_as<double>(bits);
  if (type.kind == 'f') {
    const float x = bits_as<float>(static_cast<u32>(bits));
    return ftz ? flushed(x) : x;
  }
  const unsigned unused = 64u - type.bits;
  if (type.kind == 's') return odd_double(static_cast<s64>(bits << unused) >> unused);
  return odd_double(bits << unused >> unused);
}

double integral(double x, Whole how) {
  switch (how) {
    case Whole::nearest:
      return std::nearbyint(x);
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

u64 as_integer(double x, Type to) {
  const bool sign = to.kind == 's';
  if (x != x) return to.bits < 64 ? 0 : u64{1} << 63;
  const double high = std::ldexp(1.0, to.bits - sign);  // one above the largest
  const double low = sign ? -high : 0.0;
  const u64 largest =
      sign ? (u64{1} << (to.bits - 1)) - 1 : (to.bits == 64 ? ~u64{0} : (u64{1} << to.bits) - 1);
  if (x >= high) return largest;
  if (x <= low) return sign ? ~largest : 0;
  return sign ? static_cast<u64>(static_cast<s64>(x)) : static_cast<u64>(x);
}

void convert(Warp& warp, const Inst& inst, Mask mask) {
  const auto [to, from] = unpacked(inst);
  const std::uint8_t* source = warp.lanes<std::uint8_t>(inst.a);
  std::uint8_t* target = warp.lanes<std::uint8_t>(inst.d);
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    u64 bits = 0;
    std::memcpy(&bits, source + lane * inst.bytes, inst.bytes);
    double x = integral(source_value(from, bits, inst.ftz), inst.whole);
    u64 result = 0;
    if (to.kind == 's' || to.kind == 'u') {
      result = as_integer(x, to);
    } else if (is_small(to)) {
      result = small_bits(to, inst.saturate ? saturated(x) : x, inst.rounding);
    } else if (to.bits == 64) {
      result = bits_as<u64>(inst.saturate ? saturated(x) : x);
    } else {
      float narrow = canonical(static_cast<float>(x));
      if (inst.ftz) narrow = flushed(narrow);
      result = bits_as<u32>(inst.saturate ? saturated(narrow) : narrow);
    }
    std::memcpy(target + lane * inst.width, &result, inst.width);
  }
}

// The first source goes to the upper half.
void convert_pair(Warp& warp, const Inst& inst, Mask mask) {
  const Type to = unpacked(inst).to;
  const float* upper = warp.lanes<float>(inst.a);
  const float* lower = warp.lanes<float>(inst.b);
  u32* d = warp.lanes<u32>(inst.d);
  const auto half = [&](float x) -> u32 {
    const u16 bits = small_bits(to, x, inst.rounding);
    return inst.saturate && (bits & 0x8000) ? 0 : bits;  // .relu
  };
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane)) d[lane] = half(upper[lane]) << 16 | half(lower[lane]);
}

}  // namespace

bool small_convert_form(const ptx::Instruction& instruction, Type to, Type from, Form& form,
                        Inst& inst) {
  inst.extra = packed(to, from);
  inst.rounding = rounding_of(instruction);
  const bool pair = to.bits == 32 && is_small(to);
  if (is_small(from) && from.bits == 32) return false;
  if (instruction.has("relu") && !pair) return false;
  if (pair) {
    if (!(from == Type{'f', 32}) || inst.saturate || inst.ftz || inst.whole != Whole::keep)
      return false;
    inst.saturate = instruction.has("relu");
    form.run = convert_pair;
    form.sources[1] = from;
    form.count = 2;
    return true;
  }
  form.run = convert;
  return true;
}

}  // namespace emu
