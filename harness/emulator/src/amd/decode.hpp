// One instruction of machine code, taken apart.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "amd/opcodes.hpp"
#include "program/program.hpp"

namespace emu::amd {

struct Wave;
struct Decoded;

/// Executes one instruction of a wave.
using Run = void (*)(Wave&, const Decoded&);

/// How an operand is coded: 0 to 255 as scalar sources are (registers, constants), from 256 on
/// vector registers.
using Source = std::uint16_t;
constexpr Source first_vector = 256;
constexpr Source literal_source = 255;

namespace scalar {  // registers among the scalar sources
constexpr unsigned flat_scratch = 102, vcc = 106, m0 = 124, exec = 126, registers = 128;
}  // namespace scalar

/// What a vector instruction does to the parts of its registers.
enum class Parts : std::uint8_t { whole, sdwa, dpp };

/// Which part of a register SDWA names.
enum Select : std::uint8_t { byte_0, byte_1, byte_2, byte_3, word_0, word_1, whole_register };

struct Decoded {
  Run run = nullptr;  // set by who executes
  std::string_view name;
  Family family = Family::sopp;
  Class kind = Class::move;
  std::uint8_t words = 1;  // of 32 bits
  Parts parts = Parts::whole;
  bool clamp = false;
  std::uint8_t omod = 0;
  std::uint8_t neg = 0, abs = 0;  // bits by source
  std::uint8_t opsel = 0;         // bit 3: of the result
  std::uint8_t opsel_hi = 0, neg_hi = 0;
  std::uint16_t d = 0;   // result: scalar or vector register
  std::uint16_t sd = 0;  // scalar result beside it
  std::array<Source, 3> s{};
  std::uint32_t literal = 0;
  std::int32_t offset = 0;  // of an address or of a branch, and constants of scalar instructions

  // SDWA
  std::uint8_t d_select = whole_register, d_unused = 0;
  std::array<std::uint8_t, 2> select{whole_register, whole_register};
  std::uint8_t extend = 0;  // bits by source: with the sign
  // DPP
  std::uint16_t control = 0;
  std::uint8_t bank_mask = 15, row_mask = 15;
  bool bound_control = false;

  // Memory
  std::uint8_t counts = 0;  // see waits.hpp
  bool glc = false, slc = false, lds = false, gds = false;
  bool by_register = false, by_index = false;
  bool acc = false;            // data are in accumulation registers
  std::uint8_t acc_parts = 0;  // of matrix instructions: sources and result that are there
  bool has_offset = false, has_soffset = false;
  std::uint16_t address = 0, data = 0, data2 = 0, base = 0;  // registers
  Source soffset = 0;
  std::uint8_t offset0 = 0, offset1 = 0;

  // Where it stands: among the functions of its code object, and the instruction there.
  std::uint32_t function = 0, index = 0;

  unsigned bytes() const { return words * 4u; }
};

/// Takes the instruction apart that begins with these two words.  Throws Unsupported, with its
/// encoding or its opcode, if there is none such.
Decoded decode(Architecture architecture, std::uint32_t first, std::uint32_t second);

}  // namespace emu::amd
