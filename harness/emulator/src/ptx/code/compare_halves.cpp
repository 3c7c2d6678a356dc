// setp and set of numbers of 16 bits, and of pairs of them.
#include "ptx/code/choose.hpp"
#include "ptx/code/halves.hpp"

namespace emu {
namespace {

/// What is told of a comparison in Inst::extra.
struct Told {
  std::uint8_t how;
  Type type;
  Type result;  // of set
};

std::uint32_t packed(const Told& told) {
  return u32{told.how} | static_cast<u32>(static_cast<std::uint8_t>(told.type.kind)) << 8 |
         u32{told.type.bits} << 16 |
         static_cast<u32>(static_cast<std::uint8_t>(told.result.kind)) << 24;
}

Told unpacked(std::uint32_t code) {
  return {static_cast<std::uint8_t>(code),
          {static_cast<char>(code >> 8 & 0xff), static_cast<std::uint8_t>(code >> 16 & 0xff)},
          {static_cast<char>(code >> 24), 0}};
}

// In the order of the names in compare.cpp.
bool holds(double a, double b, std::uint8_t how) {
  const bool unordered = a != a || b != b;
  switch (how) {
    case 0:
      return a == b;
    case 1:
      return !unordered && a != b;
    case 2:
      return a < b;
    case 3:
      return a <= b;
    case 4:
      return a > b;
    case 5:
      return a >= b;
    case 6:
      return unordered || a == b;
    case 7:
      return a != b;
    case 8:
      return unordered || a < b;
    case 9:
      return unordered || a <= b;
    case 10:
      return unordered || a > b;
    case 11:
      return unordered || a >= b;
    case 12:
      return !unordered;
    default:
      return unordered;
  }
}

Mask joined(Join join, Mask result, Mask with) {
  return join == Join::and_   ? result & with
         : join == Join::or_  ? result | with
         : join == Join::xor_ ? result ^ with
                              : result;
}

Mask with_of(Warp& warp, const Inst& inst) {
  return inst.join != Join::none ? *warp.lanes<Mask>(inst.c) ^ (inst.c_negated ? all_lanes : 0) : 0;
}

template <typename Word>
Mask compared(Warp& warp, const Inst& inst, const Told& told, unsigned shift) {
  Mask result = 0;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    const auto part = [&](u32 at) {
      return flushed_small(told.type, static_cast<u16>(warp.lanes<Word>(at)[lane] >> shift),
                           inst.ftz);
    };
    result |= Mask{holds(part(inst.a), part(inst.b), told.how)} << lane;
  }
  return result;
}

void store(Warp& warp, u32 at, Mask mask, Mask value) {
  if (at == nowhere) return;
  Mask& d = *warp.lanes<Mask>(at);
  d = (d & ~mask) | (value & mask);
}

// Of a pair the predicates are those of the lower and of the upper half.
void setp(Warp& warp, const Inst& inst, Mask mask) {
  const Told told = unpacked(inst.extra);
  const Mask with = with_of(warp, inst);
  if (told.type.bits == 16) {
    const Mask result = compared<u16>(warp, inst, told, 0);
    store(warp, inst.d, mask, joined(inst.join, result, with));
    store(warp, inst.e, mask, joined(inst.join, ~result, with));
  } else {
    const Mask low = compared<u32>(warp, inst, told, 0);
    const Mask high = compared<u32>(warp, inst, told, 16);
    store(warp, inst.d, mask, joined(inst.join, low, with));
    store(warp, inst.e, mask, joined(inst.join, high, with));
  }
}

template <typename Word>
Word yes(char kind) {
  if (kind == 'f' || kind == 'h')
    return static_cast<Word>(sizeof(Word) == 4 && kind == 'f' ? 0x3f800000u : 0x3c00u);
  if (kind == 'e') return static_cast<Word>(0x3f80u);
  return static_cast<Word>(~Word{0});
}

template <typename Word>
void set(Warp& warp, const Inst& inst, Mask mask) {
  const Told told = unpacked(inst.extra);
  const Mask with = with_of(warp, inst);
  const Mask result = joined(inst.join, compared<u16>(warp, inst, told, 0), with);
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane))
      warp.lanes<Word>(inst.d)[lane] = in(result, lane) ? yes<Word>(told.result.kind) : Word{0};
}

void set_pair(Warp& warp, const Inst& inst, Mask mask) {
  const Told told = unpacked(inst.extra);
  const Mask with = with_of(warp, inst);
  const Mask low = joined(inst.join, compared<u32>(warp, inst, told, 0), with);
  const Mask high = joined(inst.join, compared<u32>(warp, inst, told, 16), with);
  const u32 half = yes<u16>(told.result.kind);
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane))
      warp.lanes<u32>(inst.d)[lane] =
          (in(low, lane) ? half : 0) | (in(high, lane) ? half << 16 : 0);
}

}  // namespace

bool small_compare_form(const ptx::Instruction& instruction, std::uint8_t how, Type type,
                        Form& form, Inst& inst) {
  Type result;
  if (instruction.words[0] == "setp") {
    inst.extra = packed({how, type, {}});
    form.d = {'p', 8};
    form.run = setp;
    return true;
  }
  if (!ptx::parse_type(instruction.words[instruction.words.size() - 2], result)) return false;
  inst.extra = packed({how, type, result});
  form.d = result;
  const bool pair = type.bits == 32;
  if (pair ? result.bits != 32 || result.kind == 'f' : result.bits > 32 || result.kind == 'h')
    return false;
  form.run = pair ? set_pair : result.bits == 16 ? set<u16> : set<u32>;
  return true;
}

}  // namespace emu
