// The instruction sets as tables: which name an opcode of a family of encodings has.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "amd/dispatch.hpp"

namespace emu::amd {

/// Families of encodings; VOP3 also carries the opcodes of VOP1, VOP2 and VOPC.
enum class Family : std::uint8_t {
  sop2,
  sopk,
  sop1,
  sopc,
  sopp,
  smem,
  vop1,
  vop2,
  vopc,
  vop3,
  vop3p,
  ds,
  flat,
  global,
  scratch,
  mubuf,
  count_of
};

std::string_view name_of(Family family);

/// How many opcodes a family has room for.
unsigned opcodes_of(Family family);

/// The name of an opcode; empty: there is none.
std::string_view mnemonic(Architecture architecture, Family family, unsigned opcode);

}  // namespace emu::amd
