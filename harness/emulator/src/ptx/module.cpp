#include "ptx/module.hpp"

namespace emu::ptx {

bool parse_type(std::string_view word, Type& type) {
  if (!word.empty() && word[0] == '.') word.remove_prefix(1);
  if (word == "pred") {
    type = {'p', 8};
    return true;
  }
  // Kinds h and e: pairs of f16, and bf16 alone or in pairs.
  static const std::pair<std::string_view, Type> small[] = {
      {"f16x2", {'h', 32}}, {"bf16", {'e', 16}}, {"bf16x2", {'e', 32}}};
  for (const auto& [name, meaning] : small)
    if (word == name) {
      type = meaning;
      return true;
    }
  if (word.size() < 2 || word.size() > 4 ||
      std::string_view("busf").find(word[0]) == std::string_view::npos)
    return false;
  const std::string_view digits = word.substr(1);
  for (const int bits : {8, 16, 32, 64, 128})
    if (digits == std::to_string(bits) && !(word[0] == 'f' && (bits == 8 || bits == 128))) {
      type = {word[0], static_cast<std::uint8_t>(bits)};
      return true;
    }
  return false;
}

bool Instruction::has(std::string_view word) const {
  for (std::size_t i = 1; i < words.size(); ++i)
    if (words[i] == word) return true;
  return false;
}

std::string Instruction::text() const {
  std::string joined;
  for (const std::string& word : words) joined += (joined.empty() ? "" : ".") + word;
  return joined;
}

std::size_t Function::label(std::uint32_t scope, const std::string& name) const {
  for (;;) {
    if (const auto found = labels.find({scope, name}); found != labels.end()) return found->second;
    if (scope == 0) throw Unsupported("there is no label '" + name + "' in '" + this->name + "'");
    scope = scope_parent[scope];
  }
}

const std::vector<std::string>& Function::targets(std::uint32_t scope,
                                                  const std::string& name) const {
  for (;;) {
    if (const auto found = branch_targets.find({scope, name}); found != branch_targets.end())
      return found->second;
    if (scope == 0)
      throw Unsupported("there is no list of labels '" + name + "' in '" + this->name + "'");
    scope = scope_parent[scope];
  }
}

const Function* Module::find(std::string_view name) const {
  for (const Function& function : functions)
    if (function.name == name) return &function;
  return nullptr;
}

}  // namespace emu::ptx
