#include "amd/decode.hpp"

#include <cstdio>

namespace emu::amd {
namespace {

constexpr Source sdwa_source = 249, dpp_source = 250;
constexpr unsigned vop3_of_vop2 = 0x100, vop3_of_vop1 = 0x140, vop3_alone = 0x1c0;

/// Bits of a word, the lowest and how many.
constexpr std::uint32_t bits(std::uint32_t word, unsigned from, unsigned count) {
  return word >> from & ((1u << count) - 1);
}

constexpr std::int32_t signed_bits(std::uint32_t word, unsigned from, unsigned count) {
  return static_cast<std::int32_t>(word << (32 - from - count)) >> (32 - count);
}

bool begins(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}

/// The state of taking one instruction apart.
struct Reader {
  Architecture architecture;
  std::uint32_t first, second;
  Decoded inst;

  void named(Family family, unsigned opcode) {
    inst.family = family;
    inst.name = mnemonic(architecture, family, opcode);
    if (!inst.name.empty()) return;
    throw Unsupported("opcode " + std::to_string(opcode) + " of " + std::string(name_of(family)) +
                      " on " + std::string(name_of(architecture)));
  }

  void literal_if(bool wanted) {
    if (!wanted) return;
    inst.literal = second;
    inst.words = 2;
  }

  Source source(unsigned from, unsigned count = 8) const {
    return static_cast<Source>(bits(first, from, count));
  }

  void scalar_instruction() {
    if (bits(first, 23, 9) == 0b101111101) {
      named(Family::sop1, bits(first, 8, 8));
      inst.d = source(16, 7);
      inst.s = {source(0), 0, 0};
      literal_if(inst.s[0] == literal_source);
    } else if (bits(first, 23, 9) == 0b101111110) {
      named(Family::sopc, bits(first, 16, 7));
      inst.s = {source(0), source(8), 0};
      literal_if(inst.s[0] == literal_source || inst.s[1] == literal_source);
    } else if (bits(first, 23, 9) == 0b101111111) {
      named(Family::sopp, bits(first, 16, 7));
      inst.offset = signed_bits(first, 0, 16);
    } else if (bits(first, 28, 4) == 0b1011) {
      named(Family::sopk, bits(first, 23, 5));
      inst.d = source(16, 7);
      inst.offset = signed_bits(first, 0, 16);
      literal_if(inst.name == "s_setreg_imm32_b32");
    } else {
      named(Family::sop2, bits(first, 23, 7));
      inst.d = source(16, 7);
      inst.s = {source(0), source(8), 0};
      literal_if(inst.s[0] == literal_source || inst.s[1] == literal_source);
    }
  }

  void sdwa(bool compares) {
    inst.parts = Parts::sdwa;
    inst.words = 2;
    const bool scalar_0 = bits(second, 23, 1), scalar_1 = bits(second, 31, 1);
    inst.s[0] = static_cast<Source>(bits(second, 0, 8) + (scalar_0 ? 0 : first_vector));
    if (scalar_1) inst.s[1] = static_cast<Source>(inst.s[1] - first_vector);
    if (compares) {
      inst.sd = bits(second, 15, 1) ? static_cast<std::uint16_t>(bits(second, 8, 7)) : scalar::vcc;
    } else {
      inst.d_select = static_cast<std::uint8_t>(bits(second, 8, 3));
      inst.d_unused = static_cast<std::uint8_t>(bits(second, 11, 2));
      inst.omod = static_cast<std::uint8_t>(bits(second, 14, 2));
    }
    inst.clamp = bits(second, 13, 1);
    inst.select = {static_cast<std::uint8_t>(bits(second, 16, 3)),
                   static_cast<std::uint8_t>(bits(second, 24, 3))};
    inst.extend = static_cast<std::uint8_t>(bits(second, 19, 1) | bits(second, 27, 1) << 1);
    inst.neg = static_cast<std::uint8_t>(bits(second, 20, 1) | bits(second, 28, 1) << 1);
    inst.abs = static_cast<std::uint8_t>(bits(second, 21, 1) | bits(second, 29, 1) << 1);
  }

  void dpp() {
    inst.parts = Parts::dpp;
    inst.words = 2;
    inst.s[0] = static_cast<Source>(bits(second, 0, 8) + first_vector);
    inst.control = static_cast<std::uint16_t>(bits(second, 8, 9));
    inst.bound_control = bits(second, 19, 1);
    inst.neg = static_cast<std::uint8_t>(bits(second, 20, 1) | bits(second, 22, 1) << 1);
    inst.abs = static_cast<std::uint8_t>(bits(second, 21, 1) | bits(second, 23, 1) << 1);
    inst.bank_mask = static_cast<std::uint8_t>(bits(second, 24, 4));
    inst.row_mask = static_cast<std::uint8_t>(bits(second, 28, 4));
  }

  void vector_instruction() {
    const bool compares = bits(first, 25, 7) == 0b0111110;
    inst.s[0] = source(0, 9);
    inst.sd = scalar::vcc;
    if (bits(first, 25, 7) == 0b0111111) {
      named(Family::vop1, bits(first, 9, 8));
      inst.d = source(17);
    } else {
      inst.s[1] = static_cast<Source>(source(9) + first_vector);
      inst.d = source(17);
      named(compares ? Family::vopc : Family::vop2, compares ? source(17) : source(25, 6));
      if (compares) inst.d = 0;
    }
    const bool has_constant = begins(inst.name, "v_madmk") || begins(inst.name, "v_madak");
    if (inst.s[0] == sdwa_source)
      sdwa(compares);
    else if (inst.s[0] == dpp_source)
      dpp();
    else
      literal_if(inst.s[0] == literal_source || has_constant);
    if (begins(inst.name, "v_madmk")) inst.s = {inst.s[0], literal_source, inst.s[1]};
    if (begins(inst.name, "v_madak")) inst.s[2] = literal_source;
  }

  void three_sources() {
    inst.words = 2;
    inst.d = source(0);
    inst.clamp = bits(first, 15, 1);
    for (unsigned i = 0; i < 3; ++i) inst.s[i] = static_cast<Source>(bits(second, 9 * i, 9));
    inst.neg = static_cast<std::uint8_t>(bits(second, 29, 3));
  }

  bool has_scalar_result() const {
    return begins(inst.name, "v_div_scale") || begins(inst.name, "v_mad_u64") ||
           begins(inst.name, "v_mad_i64") ||
           (inst.family == Family::vop2 && inst.name.find("_co_") != std::string_view::npos);
  }

  void vop3() {
    const unsigned opcode = bits(first, 16, 10);
    if (opcode < vop3_of_vop2)
      named(Family::vopc, opcode);
    else if (opcode < vop3_of_vop1)
      named(Family::vop2, opcode - vop3_of_vop2);
    else if (opcode < vop3_alone)
      named(Family::vop1, opcode - vop3_of_vop1);
    else
      named(Family::vop3, opcode);
    three_sources();
    inst.omod = static_cast<std::uint8_t>(bits(second, 27, 2));
    if (inst.family == Family::vopc) inst.sd = inst.d;
    if (has_scalar_result()) {
      inst.sd = source(8, 7);
    } else {
      inst.abs = static_cast<std::uint8_t>(bits(first, 8, 3));
      inst.opsel = static_cast<std::uint8_t>(bits(first, 11, 4));
    }
    inst.family = Family::vop3;
  }

  void vop3p() {
    named(Family::vop3p, bits(first, 16, 7));
    three_sources();
    inst.opsel = static_cast<std::uint8_t>(bits(first, 11, 3));
    inst.neg_hi = static_cast<std::uint8_t>(bits(first, 8, 3));
    inst.opsel_hi = static_cast<std::uint8_t>(bits(second, 27, 2) | bits(first, 14, 1) << 2);
    // Matrix instructions: sources 0 and 1, then 2 and the result.
    inst.acc_parts = static_cast<std::uint8_t>(bits(second, 27, 2) | bits(first, 15, 1) << 2);
  }

  void smem() {
    named(Family::smem, bits(first, 18, 8));
    inst.words = 2;
    inst.base = static_cast<std::uint16_t>(source(0, 6) << 1);
    inst.data = source(6, 7);
    inst.glc = bits(first, 16, 1);
    inst.has_offset = bits(first, 17, 1);
    inst.has_soffset = bits(first, 14, 1);
    inst.offset = signed_bits(second, 0, 21);
    // Without an immediate offset the register stands where that would be.
    inst.soffset = static_cast<Source>(inst.has_soffset ? bits(second, 25, 7) : bits(second, 0, 7));
  }

  void ds() {
    named(Family::ds, bits(first, 17, 8));
    inst.words = 2;
    inst.gds = bits(first, 16, 1);
    inst.acc = architecture == Architecture::gfx90a && bits(first, 25, 1);
    inst.offset0 = static_cast<std::uint8_t>(bits(first, 0, 8));
    inst.offset1 = static_cast<std::uint8_t>(bits(first, 8, 8));
    inst.offset = static_cast<std::int32_t>(bits(first, 0, 16));
    inst.address = static_cast<std::uint16_t>(bits(second, 0, 8));
    inst.data = static_cast<std::uint16_t>(bits(second, 8, 8));
    inst.data2 = static_cast<std::uint16_t>(bits(second, 16, 8));
    inst.d = static_cast<std::uint16_t>(bits(second, 24, 8));
  }

  void flat() {
    const std::uint32_t segment = bits(first, 14, 2);
    if (segment == 3) throw Unsupported("segment 3 of FLAT");
    named(segment == 0   ? Family::flat
          : segment == 1 ? Family::scratch
                         : Family::global,
          bits(first, 18, 7));
    inst.words = 2;
    inst.slc = bits(first, 17, 1);
    inst.glc = bits(first, 16, 1);
    inst.lds = bits(first, 13, 1);
    inst.offset =
        segment ? signed_bits(first, 0, 13) : static_cast<std::int32_t>(bits(first, 0, 12));
    inst.address = static_cast<std::uint16_t>(bits(second, 0, 8));
    inst.data = static_cast<std::uint16_t>(bits(second, 8, 8));
    inst.base = static_cast<std::uint16_t>(bits(second, 16, 7));
    inst.has_soffset = segment && inst.base != 0x7f;
    inst.acc = architecture == Architecture::gfx90a && bits(second, 23, 1);
    inst.d = static_cast<std::uint16_t>(bits(second, 24, 8));
  }

  void mubuf() {
    named(Family::mubuf, bits(first, 18, 7));
    inst.words = 2;
    inst.slc = bits(first, 17, 1);
    inst.lds = bits(first, 16, 1);
    inst.glc = bits(first, 14, 1);
    inst.by_index = bits(first, 13, 1);
    inst.by_register = bits(first, 12, 1);
    inst.offset = static_cast<std::int32_t>(bits(first, 0, 12));
    inst.address = static_cast<std::uint16_t>(bits(second, 0, 8));
    inst.data = inst.d = static_cast<std::uint16_t>(bits(second, 8, 8));
    inst.base = static_cast<std::uint16_t>(bits(second, 16, 5) * 4);
    inst.acc = architecture == Architecture::gfx90a && bits(second, 23, 1);
    inst.soffset = static_cast<Source>(bits(second, 24, 8));
  }

  /// Some add to their result, which is a third source then.
  void accumulate() {
    if (begins(inst.name, "v_mac_") || begins(inst.name, "v_fmac_") ||
        begins(inst.name, "v_pk_fmac_") ||
        (begins(inst.name, "v_dot") && inst.name.find("c_") != std::string_view::npos))
      inst.s[2] = static_cast<Source>(inst.d + first_vector);
  }

  void read() {
    if (bits(first, 31, 1) == 0) return vector_instruction();
    if (bits(first, 30, 2) == 0b10) return scalar_instruction();
    if (bits(first, 23, 9) == 0b110100111) return vop3p();
    switch (bits(first, 26, 6)) {
      case 0b110000:
        return smem();
      case 0b110100:
        return vop3();
      case 0b110110:
        return ds();
      case 0b110111:
        return flat();
      case 0b111000:
        return mubuf();
      default:
        break;
    }
    char text[48];
    std::snprintf(text, sizeof text, "encoding 0x%08x", first);
    throw Unsupported(text);
  }
};

}  // namespace

Decoded decode(Architecture architecture, std::uint32_t first, std::uint32_t second) {
  Reader reader{architecture, first, second, {}};
  reader.read();
  reader.accumulate();
  return reader.inst;
}

}  // namespace emu::amd
