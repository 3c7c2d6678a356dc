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

// A pair of numbers of 8 bits in 16; `extra` is 1 for e4m3.
std::uint8_t tiny_bits(const Inst& inst, double x) {
  if (inst.saturate && !(x > 0)) x = x != x ? x : 0;  // .relu
  return inst.extra ? Tiny<3>::rounded(x) : Tiny<2>::rounded(x);
}
void floats_to_tiny(Warp& warp, const Inst& inst, Mask mask) {
  const float* upper = warp.lanes<float>(inst.a);
  const float* lower = warp.lanes<float>(inst.b);
  u16* d = warp.lanes<u16>(inst.d);
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane))
      d[lane] = static_cast<u16>(tiny_bits(inst, upper[lane]) << 8 | tiny_bits(inst, lower[lane]));
}
void halves_to_tiny(Warp& warp, const Inst& inst, Mask mask) {
  const u32* a = warp.lanes<u32>(inst.a);
  u16* d = warp.lanes<u16>(inst.d);
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane))
      d[lane] =
          static_cast<u16>(tiny_bits(inst, Half::value(static_cast<u16>(a[lane] >> 16))) << 8 |
                           tiny_bits(inst, Half::value(static_cast<u16>(a[lane]))));
}
void tiny_to_halves(Warp& warp, const Inst& inst, Mask mask) {
  const u16* a = warp.lanes<u16>(inst.a);
  u32* d = warp.lanes<u32>(inst.d);
  const auto half = [&](unsigned bits) -> u32 {
    const auto tiny = static_cast<std::uint8_t>(bits);
    const double x = inst.extra ? Tiny<3>::value(tiny) : Tiny<2>::value(tiny);
    return Half::rounded(inst.saturate && !(x > 0) && x == x ? 0 : x);
  };
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane)) d[lane] = half(a[lane] >> 8) << 16 | half(a[lane] & 0xffu);
}

// Ten bits of fraction: ties go away from zero (.rna) or to even; `extra` is 1 for the former.
void to_tf32(Warp& warp, const Inst& inst, Mask mask) {
  const float* a = warp.lanes<float>(inst.a);
  u32* d = warp.lanes<u32>(inst.d);
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    u32 bits = bits_as<u32>(canonical(a[lane]));
    if (std::isfinite(a[lane])) bits += inst.extra ? 0x1000u : 0xfffu + (bits >> 13 & 1);
    if (a[lane] == a[lane]) bits &= ~0x1fffu;
    d[lane] = bits;
  }
}

}  // namespace

bool tiny_convert_form(const ptx::Instruction& instruction, Form& form, Inst& inst) {
  const auto& words = instruction.words;
  if (words.size() < 4) return false;
  const std::string& to = words[words.size() - 2];
  const std::string& from = words.back();
  const auto tiny = [](const std::string& word) { return word == "e4m3x2" || word == "e5m2x2"; };
  for (std::size_t i = 1; i + 2 < words.size(); ++i)
    if (words[i] != "rn" && words[i] != "satfinite" && words[i] != "relu" &&
        !(words[i] == "rna" && to == "tf32"))
      return false;
  const Type two_halves{'h', 32}, word{'b', 16}, real{'f', 32};
  const bool known =
      (to == "tf32" && from == "f32" && words.size() == 4) ||
      (tiny(to) && instruction.has("satfinite") && (from == "f32" || from == "f16x2")) ||
      (to == "f16x2" && tiny(from));
  if (!known) return false;
  inst.saturate = instruction.has("relu");
  form.kind = Class::conversion;
  form.count = 1;
  if (to == "tf32") {
    inst.extra = instruction.has("rna");
    form.run = to_tf32;
    form.d = {'b', 32};
    form.sources[0] = real;
  } else if (tiny(to)) {
    inst.extra = to == "e4m3x2";
    form.d = word;
    form.count = from == "f32" ? 2 : 1;
    form.sources[0] = form.sources[1] = from == "f32" ? real : two_halves;
    form.run = from == "f32" ? floats_to_tiny : halves_to_tiny;
  } else {
    inst.extra = from == "e4m3x2";
    form.d = two_halves;
    form.sources[0] = word;
    form.run = tiny_to_halves;
  }
  return true;
}

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
