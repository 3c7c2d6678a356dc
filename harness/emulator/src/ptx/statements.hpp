// The body of a function: names and their scopes, registers, instructions and their operands.
#pragma once

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "ptx/declarations.hpp"

namespace emu::ptx {

class StatementParser : public DeclarationParser {
 public:
  using DeclarationParser::DeclarationParser;

 protected:
  // A name in an inner scope gets one of its own, so that what follows sees no scopes.
  std::string declare(const std::string& name) {
    const std::uint32_t scope = scopes_.back();
    std::string unique = scope ? name + "@" + std::to_string(scope) : name;
    names_.back()[name] = unique;
    return unique;
  }

  std::string resolve(const std::string& name) const {
    for (auto scope = names_.rbegin(); scope != names_.rend(); ++scope)
      if (const auto found = scope->find(name); found != scope->end()) return found->second;
    return name;
  }

  void registers() {
    lexer_.take();
    Type type;
    Token token = lexer_.take();
    const std::size_t lanes = token.is(".v2") ? 2 : token.is(".v4") ? 4 : 1;
    if (lanes > 1) token = lexer_.take();
    if (!parse_type(token.text, type))
      fail(token.line, "'" + str(token.text) + "' is no type of a register");
    do {
      const std::string name = word();
      if (accept("<")) {
        const std::int64_t count = repetitions();
        for (std::int64_t i = 0; i < count; ++i) a_register(name + std::to_string(i), type, lanes);
      } else {
        a_register(name, type, lanes);
      }
    } while (accept(","));
    expect(";");
  }

  // A vector register is as many registers as it has elements, called .x .y .z .w.
  void a_register(const std::string& name, Type type, std::size_t lanes) {
    if (lanes == 1) {
      function_.registers[declare(name)] = type;
      return;
    }
    Operand vector;
    vector.kind = Operand::Kind::vector;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      Operand part;
      part.kind = Operand::Kind::reg;
      part.name = declare(name + "." + "xyzw"[lane]);
      function_.registers[part.name] = type;
      vector.parts.push_back(part);
    }
    vectors_[declare(name)] = vector;
  }

  static bool on_images(const std::string& op) {
    static const std::set<std::string> known = {"tld4", "txq", "suld", "sust", "sured", "suq"};
    return known.count(op) == 1;
  }

  void statement() {
    const std::uint32_t line = lexer_.peek().line;
    Instruction instruction;
    instruction.ptx_line = line;
    instruction.source = source_;
    instruction.scope = scopes_.back();
    if (accept("@")) {
      instruction.guard_negated = accept("!");
      instruction.guard = resolve(word());
    }
    const std::string opcode = word();
    if (instruction.guard.empty() && accept(":")) {
      label(opcode);
      return;
    }
    std::istringstream words(opcode);
    for (std::string part; std::getline(words, part, '.');) instruction.words.push_back(part);
    if (instruction.words[0] == "tex") {
      texture_operands(instruction);
      function_.body.push_back(std::move(instruction));
      return;
    }
    if (on_images(instruction.words[0])) {  // addresses of a form of their own; refused by name
      skip_to_semicolon();
      function_.body.push_back(std::move(instruction));
      return;
    }
    if (instruction.words[0] == "call") {
      call_operands(instruction);
    } else if (!lexer_.peek().is(";")) {
      do instruction.operands.push_back(operand());
      while (accept(","));
    }
    expect(";");
    if (instruction.words[0] == "ret") store_result_registers(instruction);
    if (instruction.words[0] == "mov" && (instruction.has("v2") || instruction.has("v4")))
      move_elements(instruction);
    else if (instruction.words[0] == "call")
      pass_registers(instruction);
    else
      function_.body.push_back(std::move(instruction));
  }

  // Four results, a texture and its coordinates: tex {a, b, c, d}, [handle, {x, y}].  More operands
  // are refused by name.
  void texture_operands(Instruction& instruction) {
    instruction.operands.push_back(operand());
    expect(",");
    expect("[");
    instruction.operands.push_back(operand());
    expect(",");
    instruction.operands.push_back(operand());
    if (accept("]") && accept(";")) return;
    instruction.operands.clear();
    skip_to_semicolon();
  }

  // A move of a vector as a move of each element.
  void move_elements(const Instruction& whole) {
    if (whole.operands.size() != 2 || whole.operands[0].parts.size() < 2 ||
        whole.operands[0].parts.size() != whole.operands[1].parts.size())
      fail(whole.ptx_line, "a move of vectors of two lengths");
    // All are read before the first is written: {x, y} from {y, x} exchanges.
    const auto& targets = whole.operands[0].parts;
    const auto& sources = whole.operands[1].parts;
    bool overlap = false;
    for (std::size_t i = 0; i < targets.size(); ++i)
      for (std::size_t later = i + 1; later < sources.size(); ++later)
        overlap |=
            sources[later].kind == Operand::Kind::reg && sources[later].name == targets[i].name;
    if (!overlap) {
      for (std::size_t i = 0; i < targets.size(); ++i) {
        Instruction element = whole;
        element.words.erase(element.words.begin() + 1);
        element.operands = {targets[i], sources[i]};
        function_.body.push_back(std::move(element));
      }
      return;
    }
    for (const bool reads : {true, false})
      for (std::size_t i = 0; i < targets.size(); ++i) {
        Instruction element = whole;
        element.words.erase(element.words.begin() + 1);
        Operand kept = targets[i];
        if (kept.kind != Operand::Kind::reg) continue;
        kept.name += "@moved";
        function_.registers[kept.name] = function_.registers[targets[i].name];
        element.operands =
            reads ? std::vector<Operand>{kept, sources[i]} : std::vector<Operand>{targets[i], kept};
        function_.body.push_back(std::move(element));
      }
  }

  void label(const std::string& name) {
    const std::pair key(scopes_.back(), name);
    if (lexer_.peek().is(".branchtargets") || lexer_.peek().is(".calltargets")) {
      lexer_.take();
      do function_.branch_targets[key].push_back(word());
      while (accept(","));
      expect(";");
    } else if (lexer_.peek().is(".callprototype")) {
      skip_to_semicolon();
    } else {
      function_.labels[key] = function_.body.size();
    }
  }

  // call (result), function, (argument, ...): three operands, each list a vector.
  void call_operands(Instruction& instruction) {
    Operand results;
    results.kind = Operand::Kind::vector;
    Operand arguments = results;
    const auto list = [this](Operand& into) {
      expect("(");
      if (accept(")")) return;
      do into.parts.push_back(operand());
      while (accept(","));
      expect(")");
    };
    if (lexer_.peek().is("(")) {
      list(results);
      expect(",");
    }
    Operand callee = operand();
    if (accept(",")) {
      const bool lists = lexer_.peek().is("(");
      if (lists) list(arguments);
      if (!lists || accept(",")) word();  // the prototype of an indirect call
    }
    instruction.operands = {results, callee, arguments};
  }

  // Registers and numbers among the arguments, and registers among the results, go through the
  // space .param like all others: a variable each, stored before the call and loaded behind it.
  void pass_registers(Instruction& call) {
    const Function* const callee = module_.find(call.operands[1].name);
    const auto through = [&](Operand& value, const std::vector<Variable>* declared,
                             std::size_t number) {
      const bool is_register = function_.registers.count(value.name) != 0;
      if (value.kind == Operand::Kind::symbol || (value.kind == Operand::Kind::reg && !is_register))
        return std::string();
      Variable variable;
      variable.space = Space::param;
      variable.name = "@passed" + std::to_string(++passed_);
      if (is_register)
        variable.type = function_.registers.at(value.name);
      else if (declared && number < declared->size())
        variable.type = (*declared)[number].type;
      else
        fail(call.ptx_line, "an argument whose type is not known");
      variable.type.kind = 'b';
      variable.bytes = variable.type.bytes();
      variable.align = variable.type.bytes();
      function_.variables.push_back(variable);
      return variable.name;
    };
    std::vector<Instruction> behind;
    for (const std::size_t list : {std::size_t{2}, std::size_t{0}}) {
      std::size_t number = 0;
      for (Operand& part : call.operands[list].parts) {
        const auto* declared = !callee ? nullptr : list ? &callee->parameters : &callee->results;
        const std::string name = through(part, declared, number++);
        if (name.empty()) continue;
        Instruction moved = call;
        Operand place;
        place.kind = Operand::Kind::address;
        place.name = name;
        const std::string type = "b" + std::to_string(function_.variables.back().type.bits);
        moved.words = {list ? "st" : "ld", "param", type};
        moved.operands =
            list ? std::vector<Operand>{place, part} : std::vector<Operand>{part, place};
        if (list)
          function_.body.push_back(std::move(moved));
        else
          behind.push_back(std::move(moved));
        part = Operand();
        part.kind = Operand::Kind::symbol;
        part.name = name;
      }
    }
    function_.body.push_back(std::move(call));
    for (Instruction& load : behind) function_.body.push_back(std::move(load));
  }

  // Parameters that are registers are loaded as the function begins, results are stored before it
  // returns.
  void load_parameter_registers() {
    for (const Variable& variable : function_.parameters) pass_own(variable, "ld", Instruction());
  }
  void store_result_registers(const Instruction& before) {
    for (const Variable& variable : function_.results) pass_own(variable, "st", before);
  }
  void pass_own(const Variable& variable, const char* how, Instruction moved) {
    if (variable.name.front() != '@') return;
    Operand place, value;
    place.kind = Operand::Kind::address;
    place.name = variable.name;
    value.kind = Operand::Kind::reg;
    value.name = variable.name.substr(1);
    moved.words = {how, "param", "b" + std::to_string(variable.type.bits)};
    moved.operands =
        *how == 'l' ? std::vector<Operand>{value, place} : std::vector<Operand>{place, value};
    if (moved.ptx_line == 0) moved.ptx_line = lexer_.peek().line;
    function_.body.push_back(std::move(moved));
  }

  Operand operand() {
    Operand result = simple_operand();
    if (accept("|")) {  // p|q, or a shuffle's d|p
      Operand pair;
      pair.kind = Operand::Kind::vector;
      pair.parts = {result, simple_operand()};
      return pair;
    }
    return result;
  }

  Operand simple_operand() {
    const Token token = lexer_.peek();
    Operand result;
    if (accept("[")) {
      result = address();
      expect("]");
      return result;
    }
    if (accept("{")) {
      result.kind = Operand::Kind::vector;
      do result.parts.push_back(operand());
      while (accept(","));
      expect("}");
      return result;
    }
    if (accept("!")) {
      result = simple_operand();
      result.negated = true;
      return result;
    }
    if (number_next()) return number();
    if (token.kind != Token::Kind::word)
      fail(token.line, "an operand expected before '" + str(token.text) + "'");
    if (accept("_")) return result;
    result = named(word());
    if (result.kind == Operand::Kind::symbol) {
      accept("+");  // sym + 8, beside sym+8, which is a name and a number
      if (number_next()) result.value = integer();
    }
    return result;
  }

  Operand named(const std::string& name) const {
    Operand result;
    result.name = resolve(name);
    if (const auto vector = vectors_.find(result.name); vector != vectors_.end())
      return vector->second;
    const auto& own = function_.variables;  // GCC's stacks are variables called %simtstack_ar
    const bool is_variable = std::any_of(own.begin(), own.end(), [&](const Variable& variable) {
      return variable.name == result.name;
    });
    const bool is_register = function_.registers.count(result.name) || name[0] == '%';
    result.kind = is_register && !is_variable ? Operand::Kind::reg : Operand::Kind::symbol;
    return result;
  }

  Operand address() {
    Operand result;
    result.kind = Operand::Kind::address;
    if (!number_next()) result.name = resolve(word());
    while (number_next()) result.value += integer();
    return result;
  }

  Function function_;
  unsigned passed_ = 0;  // registers on their way to a function or out of it
  std::unordered_map<std::string, Operand> vectors_;  // vector registers of the function
  std::vector<std::uint32_t> scopes_;
  std::vector<std::unordered_map<std::string, std::string>> names_;
};

}  // namespace emu::ptx
