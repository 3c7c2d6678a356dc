// Which form an arithmetic instruction has.
#include <algorithm>

#include "ptx/code/choose.hpp"
#include "ptx/code/halves.hpp"

namespace emu {

void same_types(Form& form, Type type, int count) {
  form.d = type;
  form.count = count;
  for (int i = 0; i < count; ++i) form.sources[i] = type;
}

bool only(const ptx::Instruction& instruction, std::initializer_list<std::string_view> known) {
  for (std::size_t i = 1; i + 1 < instruction.words.size(); ++i)
    if (std::find(known.begin(), known.end(), instruction.words[i]) == known.end()) return false;
  return true;
}

ptx::Type last_type(const ptx::Instruction& instruction) {
  Type type;
  if (!ptx::parse_type(instruction.words.back(), type))
    throw ptx::Unsupported("'" + instruction.text() + "' has no type that is known");
  return type;
}

Rounding rounding_of(const ptx::Instruction& instruction) {
  if (instruction.has("rz")) return Rounding::toward_zero;
  if (instruction.has("rm")) return Rounding::down;
  if (instruction.has("rp")) return Rounding::up;
  return Rounding::nearest;
}

bool arithmetic_form(const ptx::Instruction& instruction, Form& form, Inst& inst) {
  const std::string& op = instruction.words[0];
  if (op == "vadd" || op == "vsub") return video_form(instruction, form);
  Type type;
  if (!ptx::parse_type(instruction.words.back(), type)) return false;
  static const std::initializer_list<std::string_view> bits = {"and",  "or",  "xor", "not",
                                                               "cnot", "shl", "shr"};
  static const std::initializer_list<std::string_view> fields = {
      "popc", "clz", "bfind", "brev", "bfe", "bfi", "lop3", "prmt", "shf", "dp4a", "bmsk"};
  const auto among = [&op](const auto& list) {
    return std::find(list.begin(), list.end(), op) != list.end();
  };
  if (among(bits)) return logic_form(instruction, type, form);
  if (among(fields)) return field_form(instruction, type, form);
  if (is_small(type)) return small_form(instruction, type, form, inst);
  if (type.kind == 'f') return real_form(instruction, type, form);
  if (instruction.has("cc") || op == "addc" || op == "subc" || op == "madc")
    return carry_form(instruction, type, form);
  if (op == "mul" || op == "mad" || op == "mul24" || op == "mad24")
    return multiply_form(instruction, type, form);
  return integer_form(instruction, type, form);
}

}  // namespace emu
