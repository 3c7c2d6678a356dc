// How an opcode is executed and what types its operands have.
#pragma once

#include "program/program.hpp"
#include "ptx/module.hpp"

namespace emu {

using ptx::Type;

struct Form {
  Handler run = nullptr;
  Class kind = Class::integer;
  ptx::Type d;  // of the destination
  ptx::Type sources[3];
  int count = 0;       // sources
  bool carry = false;  // reads or writes the carry flag
};

/// The form of an arithmetic, logical or shift instruction; false if there is none.
bool arithmetic_form(const ptx::Instruction& instruction, Form& form, Inst& inst);
/// The same for setp, set, testp, selp and slct; a comparison into a predicate has the type p.
bool compare_form(const ptx::Instruction& instruction, Form& form, Inst& inst);
/// The same for cvt.
bool convert_form(const ptx::Instruction& instruction, Form& form, Inst& inst);

/// atom and red of an operation and a type; null if there is none.
Handler atomic_handler(const std::string& operation, ptx::Type type);

/// The last word of an opcode as a type; throws ptx::Unsupported if it is none.
ptx::Type last_type(const ptx::Instruction& instruction);

/// Rounding of the word .rn .rz .rm .rp among those of an opcode.
Rounding rounding_of(const ptx::Instruction& instruction);

}  // namespace emu
