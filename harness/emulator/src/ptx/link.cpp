#include "ptx/link.hpp"

#include <algorithm>
#include <set>

namespace emu::ptx {
namespace {

using Names = std::unordered_map<std::string, std::string>;

// Local names of a unit that another unit has, too, and what they are called from now on.
Names fresh_names(const Unit& unit, const std::unordered_map<std::string, unsigned>& units_with) {
  Names fresh;
  const auto consider = [&](const std::string& name, Linkage linkage) {
    if (linkage == Linkage::local && units_with.at(name) > 1) fresh[name] = name + "@" + unit.name;
  };
  for (const Variable& variable : unit.module.variables) consider(variable.name, variable.linkage);
  for (const Function& function : unit.module.functions)
    if (!function.entry) consider(function.name, function.linkage);
  return fresh;
}

void rename(std::string& name, const Names& fresh) {
  if (const auto found = fresh.find(name); found != fresh.end()) name = found->second;
}

void rename(Operand& operand, const Names& fresh) {
  if (operand.kind == Operand::Kind::symbol || operand.kind == Operand::Kind::address)
    rename(operand.name, fresh);
  for (Operand& part : operand.parts) rename(part, fresh);
}

// A function's own names hide those of its module.
Names seen_in(const Function& function, Names fresh) {
  for (const auto* list : {&function.variables, &function.parameters, &function.results})
    for (const Variable& variable : *list) fresh.erase(variable.name);
  for (const auto& [name, type] : function.registers) fresh.erase(name);
  return fresh;
}

void make_names_unique(Module& module, const Names& fresh) {
  if (fresh.empty()) return;
  for (Variable& variable : module.variables) {
    rename(variable.name, fresh);
    for (Relocation& relocation : variable.relocations) rename(relocation.symbol, fresh);
  }
  for (Function& function : module.functions) {
    rename(function.name, fresh);
    const Names seen = seen_in(function, fresh);
    for (Instruction& instruction : function.body)
      for (Operand& operand : instruction.operands) rename(operand, seen);
  }
}

class Linker {
 public:
  explicit Linker(bool (*provided)(const std::string&)) : provided_(provided) {}

  void add(Unit& unit) {
    if (out_.target.empty() || unit.module.target > out_.target) out_.target = unit.module.target;
    if (unit.module.version > out_.version) out_.version = unit.module.version;
    const std::uint32_t before = files_;
    for (const auto& [number, path] : unit.module.files) {
      out_.files[before + number] = path;
      files_ = std::max(files_, before + number + 1);
    }
    for (Variable& variable : unit.module.variables) add(unit, std::move(variable));
    for (Function& function : unit.module.functions) {
      if (function.defined) function.unit = unit.name;
      for (Instruction& instruction : function.body) instruction.source.file += before;
      add(unit, std::move(function));
    }
  }

  Module finish() {
    std::set<std::string> used;
    const auto use = [&used](const Operand& operand, const auto& self) -> void {
      if (!operand.name.empty()) used.insert(operand.name);
      for (const Operand& part : operand.parts) self(part, self);
    };
    for (const Function& function : out_.functions)
      for (const Instruction& instruction : function.body)
        for (const Operand& operand : instruction.operands) use(operand, use);
    for (const Function& function : out_.functions)
      if (!function.defined && used.count(function.name) && !provided_(function.name))
        throw Unsupported("function '" + function.name + "' is used and defined nowhere");
    for (const Variable& variable : out_.variables)
      if (variable.external && used.count(variable.name))
        throw Unsupported("variable '" + variable.name + "' is used and defined nowhere");
    return std::move(out_);
  }

 private:
  struct Place {
    std::size_t index;
    std::string unit;
  };

  template <typename Item>
  void meet(std::vector<Item>& list, std::unordered_map<std::string, Place>& places,
            const Unit& unit, Item item, bool defined, bool known_defined) {
    Place& place = places.at(item.name);
    Item& known = list[place.index];
    if (!defined || (known_defined && item.linkage == Linkage::weak)) return;
    if (known_defined && known.linkage != Linkage::weak)
      throw Unsupported("'" + item.name + "' is defined in " + place.unit + " and in " + unit.name);
    place.unit = unit.name;
    known = std::move(item);
  }

  void add(const Unit& unit, Variable variable) {
    const auto [found, fresh] =
        variables_at_.try_emplace(variable.name, Place{out_.variables.size(), unit.name});
    if (fresh) {
      out_.variables.push_back(std::move(variable));
      return;
    }
    if (variable.unsized) return;  // the dynamic shared memory is one, whoever names it
    const bool defined = !variable.external;
    const bool known = !out_.variables[found->second.index].external;
    meet(out_.variables, variables_at_, unit, std::move(variable), defined, known);
  }

  void add(const Unit& unit, Function function) {
    const auto [found, fresh] =
        functions_at_.try_emplace(function.name, Place{out_.functions.size(), unit.name});
    if (fresh) {
      out_.functions.push_back(std::move(function));
      return;
    }
    const bool defined = function.defined;
    const bool known = out_.functions[found->second.index].defined;
    meet(out_.functions, functions_at_, unit, std::move(function), defined, known);
  }

  bool (*provided_)(const std::string&);
  Module out_;
  std::uint32_t files_ = 0;
  std::unordered_map<std::string, Place> variables_at_, functions_at_;
};

}  // namespace

Module link(std::vector<Unit> units, bool (*provided)(const std::string&)) {
  std::unordered_map<std::string, unsigned> units_with;
  for (const Unit& unit : units) {
    std::set<std::string> names;
    for (const Variable& variable : unit.module.variables) names.insert(variable.name);
    for (const Function& function : unit.module.functions) names.insert(function.name);
    for (const std::string& name : names) ++units_with[name];
  }
  Linker linker(provided);
  for (Unit& unit : units) {
    make_names_unique(unit.module, fresh_names(unit, units_with));
    linker.add(unit);
  }
  return linker.finish();
}

}  // namespace emu::ptx
