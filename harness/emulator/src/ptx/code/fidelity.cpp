#include "ptx/code/fidelity.hpp"

#include <set>

namespace emu {
namespace {

using Names = std::set<std::string>;
using Kind = ptx::Operand::Kind;

bool is_special(const std::string& name) {
  return name == "%clock" || name == "%clock64" || name == "%clock_hi" || name == "%globaltimer" ||
         name == "%globaltimer_lo" || name == "%smid" || name == "%gridid";
}

bool names_any(const ptx::Operand& operand, const Names& names) {
  if (names.count(operand.name)) return true;
  for (const ptx::Operand& part : operand.parts)
    if (names_any(part, names)) return true;
  return false;
}

bool add(const ptx::Operand& operand, Names& names) {
  bool fresh = !operand.name.empty() && names.insert(operand.name).second;
  for (const ptx::Operand& part : operand.parts) fresh |= add(part, names);
  return fresh;
}

/// 0: exact.
int fidelity_of(const ptx::Instruction& instruction) {
  constexpr int approximate = 1, modelled = 2;
  const std::string& op = instruction.words[0];
  static const Names functions = {"sin", "cos", "lg2", "ex2", "tanh"};
  if (functions.count(op) || instruction.has("approx") || instruction.has("full"))
    return approximate;
  if (op == "tex") return modelled;
  if (op == "mma" || (op == "wmma" && instruction.words[1] == "mma"))
    return instruction.has("f16") || instruction.has("bf16") || instruction.has("tf32") ||
                   instruction.has("f32") || instruction.has("e4m3") || instruction.has("e5m2")
               ? modelled
               : 0;
  if (op == "mov" && instruction.operands.size() == 2 && is_special(instruction.operands[1].name))
    return modelled;
  return 0;
}

bool has_result(const ptx::Instruction& instruction) {
  static const Names without = {"st",   "red",    "bra",   "brx",      "bar", "barrier", "ret",
                                "exit", "membar", "fence", "stmatrix", "cp",  "trap"};
  if (instruction.words[0] == "st" && instruction.has("param")) return true;
  return !without.count(instruction.words[0]) &&
         !(instruction.words[0] == "wmma" && instruction.words[1] == "store");
}

bool is_param(const ptx::Instruction& instruction) {
  return instruction.has("param") && (instruction.words[0] == "ld" || instruction.words[0] == "st");
}

bool reads(const ptx::Instruction& instruction, const Names& names, bool addresses) {
  for (std::size_t i = has_result(instruction) ? 1 : 0; i < instruction.operands.size(); ++i) {
    const ptx::Operand& operand = instruction.operands[i];
    if ((operand.kind == Kind::address && !is_param(instruction)) == addresses &&
        names_any(operand, names))
      return true;
  }
  return false;
}

}  // namespace

void tell_fidelity(const ptx::Function& source, Function& out) {
  Names tainted;
  for (std::uint32_t at = 0; at < source.body.size(); ++at) {
    const ptx::Instruction& instruction = source.body[at];
    const int fidelity = fidelity_of(instruction);
    if (!fidelity) continue;
    out.inexact.push_back(
        {at, fidelity == 1 ? Fidelity::approximate : Fidelity::modelled, instruction.text()});
    if (!instruction.operands.empty()) add(instruction.operands[0], tainted);
  }
  if (out.inexact.empty()) return;
  for (bool fresh = true; fresh;) {
    fresh = false;
    for (const ptx::Instruction& instruction : source.body)
      if (!instruction.operands.empty() && instruction.words[0] != "call" &&
          has_result(instruction) && reads(instruction, tainted, false))
        fresh |= add(instruction.operands[0], tainted);
  }
  for (std::uint32_t at = 0; at < source.body.size(); ++at) {
    const ptx::Instruction& instruction = source.body[at];
    if (reads(instruction, tainted, true)) out.inexact_addresses.push_back(at);
    if (tainted.count(instruction.guard)) out.inexact_branches.push_back(at);
  }
}

}  // namespace emu
