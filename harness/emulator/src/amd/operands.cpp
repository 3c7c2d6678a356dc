#include "amd/operands.hpp"

namespace emu::amd {
namespace {

constexpr Source shared_base = 235, shared_limit = 236, private_base = 237, private_limit = 238;
constexpr Source first_real = 240, last_real = 248;
constexpr Source vcc_is_zero = 251, exec_is_zero = 252, scc_source = 253;

/// Inline constants that are no integers, in both widths: 0.5, -0.5, 1, -1, 2, -2, 4, -4, 1/(2 pi).
constexpr std::uint16_t reals_16[] = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000,
                                      0xc000, 0x4400, 0xc400, 0x3118};
constexpr std::uint32_t reals_32[] = {0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000,
                                      0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983};
constexpr std::uint64_t reals_64[] = {0x3fe0000000000000, 0xbfe0000000000000, 0x3ff0000000000000,
                                      0xbff0000000000000, 0x4000000000000000, 0xc000000000000000,
                                      0x4010000000000000, 0xc010000000000000, 0x3fc45f306dc9c882};

bool whole_constant(Source code, std::int32_t& value) {
  if (code >= 128 && code <= 192) {
    value = code - 128;
    return true;
  }
  if (code >= 193 && code <= 208) {
    value = 192 - code;
    return true;
  }
  return false;
}

std::uint32_t high_word(const Wave& wave, Source code) {
  const Apertures& apertures = wave.execution->dispatch.apertures;
  switch (code) {
    case shared_base:
    case shared_limit:
      return apertures.shared;
    default:
      return apertures.lane;
  }
}

[[noreturn]] void refuse(Source code) {
  throw Unsupported("a scalar operand of code " + std::to_string(code));
}

}  // namespace

std::uint32_t scalar_32(Wave& wave, const Decoded& inst, Source code, std::uint32_t& undefined) {
  std::int32_t value = 0;
  if (code < scalar::registers) {
    undefined |= wave.s_undefined[code];
    return wave.word(code);
  }
  if (whole_constant(code, value)) return static_cast<std::uint32_t>(value);
  if (code >= first_real && code <= last_real) return reals_32[code - first_real];
  switch (code) {
    case literal_source:
      return inst.literal;
    case scc_source:
      undefined |= wave.scc_undefined;
      return wave.scc;
    case vcc_is_zero:
      return wave.pair(scalar::vcc) == 0;
    case exec_is_zero:
      return wave.exec() == 0;
    case shared_base:
    case private_base:
      return 0;
    case shared_limit:
    case private_limit:
      return 0xffffffffu;
    default:
      refuse(code);
  }
}

std::uint64_t scalar_64(Wave& wave, const Decoded& inst, Source code, std::uint64_t& undefined) {
  std::int32_t value = 0;
  if (code + 1u < scalar::registers) {
    undefined |= wave.pair_undefined(code);
    return wave.pair(code);
  }
  if (whole_constant(code, value)) return static_cast<std::uint64_t>(std::int64_t{value});
  if (code >= first_real && code <= last_real) return reals_64[code - first_real];
  if (code >= shared_base && code <= private_limit)
    return std::uint64_t{high_word(wave, code)} << 32 |
           (code == shared_limit || code == private_limit ? 0xffffffffu : 0);
  std::uint32_t low = 0;
  const std::uint32_t word = scalar_32(wave, inst, code, low);
  undefined |= low;
  return word;
}

std::uint16_t scalar_16(Wave& wave, const Decoded& inst, Source code, std::uint32_t& undefined) {
  if (code >= first_real && code <= last_real) return reals_16[code - first_real];
  return static_cast<std::uint16_t>(scalar_32(wave, inst, code, undefined));
}

bool adjusted(const Decoded& inst, unsigned index) {
  if (inst.parts == Parts::dpp) return index == 0 || ((inst.neg | inst.abs) >> index & 1);
  if (inst.parts == Parts::sdwa) return index < 2;
  return (inst.neg | inst.abs) >> index & 1;
}

std::uint32_t selected(std::uint32_t value, std::uint8_t select, bool extend) {
  const unsigned bits = select <= byte_3 ? 8 : 16;
  if (select >= whole_register) return value;
  value >>= select <= byte_3 ? 8 * select : 16 * (select - word_0);
  value &= (1u << bits) - 1;
  if (extend && value >> (bits - 1)) value |= ~0u << bits;
  return value;
}

std::uint32_t placed(std::uint32_t value, std::uint32_t before, const Decoded& inst) {
  const std::uint8_t select = inst.d_select;
  if (select >= whole_register) return value;
  const unsigned bits = select <= byte_3 ? 8 : 16;
  const unsigned shift = select <= byte_3 ? 8u * select : 16u * (select - word_0);
  const std::uint32_t mask = ((1u << bits) - 1) << shift;
  const std::uint32_t part = value << shift & mask;
  switch (inst.d_unused) {
    case 0:
      return part;
    case 1:
      return part | (part >> (shift + bits - 1) && shift + bits < 32 ? ~0u << (shift + bits) : 0);
    default:
      return part | (before & ~mask);
  }
}

namespace {

constexpr unsigned no_lane = lanes;

/// The lane that DPP reads for a lane; `no_lane`: none.
unsigned dpp_source_lane(unsigned control, unsigned lane) {
  const unsigned row = lane & ~15u, place = lane & 15;
  const unsigned by = control & 15;
  if (control <= 0xff) return (lane & ~3u) + (control >> 2 * (lane & 3) & 3);
  if (control >= 0x101 && control <= 0x10f) return place + by < 16 ? lane + by : no_lane;
  if (control >= 0x111 && control <= 0x11f) return place >= by ? lane - by : no_lane;
  if (control >= 0x121 && control <= 0x12f) return row + ((place - by) & 15);
  if (control >= 0x150 && control <= 0x15f) return row + by;  // gfx90a
  switch (control) {
    case 0x130:
      return lane + 1 < lanes ? lane + 1 : no_lane;
    case 0x134:
      return (lane + 1) % lanes;
    case 0x138:
      return lane ? lane - 1 : no_lane;
    case 0x13c:
      return (lane + lanes - 1) % lanes;
    case 0x140:
      return row + 15 - place;
    case 0x141:
      return (lane & ~7u) + 7 - (lane & 7);
    case 0x142:
      return row ? row - 1 : no_lane;
    case 0x143:
      return lane >= 32 ? 31 : no_lane;
    default:
      throw Unsupported("DPP control " + std::to_string(control));
  }
}

}  // namespace

void other_lanes(Wave& wave, const Decoded& inst, std::uint32_t* values) {
  std::uint32_t before[lanes];
  std::memcpy(before, values, sizeof before);
  const LaneMask exec = wave.exec(), tainted = wave.tainted;
  LaneMask written = 0;
  wave.tainted = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const unsigned from = dpp_source_lane(inst.control, lane);
    const bool there = from < lanes && in(exec, from);
    values[lane] = there ? before[from] : 0;
    if (there && in(tainted, from)) wave.tainted |= LaneMask{1} << lane;
    const bool enabled = (inst.row_mask >> lane / 16 & 1) && (inst.bank_mask >> (lane / 4 & 3) & 1);
    if (enabled && (there || inst.bound_control)) written |= LaneMask{1} << lane;
  }
  wave.active &= written;
}

}  // namespace emu::amd
