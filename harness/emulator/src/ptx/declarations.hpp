// What functions and modules have in common: words, numbers, variables.
#pragma once

#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "ptx/lexer.hpp"
#include "ptx/module.hpp"

namespace emu::ptx {

[[noreturn]] inline void fail(std::uint32_t line, const std::string& what) {
  throw Unsupported("PTX line " + std::to_string(line) + ": " + what);
}

inline std::string str(std::string_view text) { return std::string(text); }

class DeclarationParser {
 public:
  explicit DeclarationParser(std::string_view text) : lexer_(text) { find_vendor_files(text); }

 protected:
  bool accept(std::string_view text) {
    if (!lexer_.peek().is(text)) return false;
    lexer_.take();
    return true;
  }
  void expect(std::string_view text) {
    if (!accept(text))
      fail(lexer_.peek().line,
           "'" + str(text) + "' expected before '" + str(lexer_.peek().text) + "'");
  }
  std::string word() {
    const Token token = lexer_.take();
    if (token.kind != Token::Kind::word)
      fail(token.line, "a name expected before '" + str(token.text) + "'");
    return str(token.text);
  }
  bool number_next() const {
    return lexer_.peek().kind == Token::Kind::number || lexer_.peek().is("-") ||
           lexer_.peek().is("+");
  }
  Operand number() {
    Operand operand;
    bool negative = false;
    while (lexer_.peek().is("-") || lexer_.peek().is("+")) negative ^= lexer_.take().text == "-";
    const Token token = lexer_.take();
    if (token.kind != Token::Kind::number)
      fail(token.line, "a number expected before '" + str(token.text) + "'");
    const std::string text = str(token.text);
    char* rest = nullptr;
    const auto prefix = text.substr(0, 2);
    if (prefix == "0f" || prefix == "0F" || prefix == "0d" || prefix == "0D") {
      const bool narrow = prefix[1] == 'f' || prefix[1] == 'F';
      operand.kind = narrow ? Operand::Kind::real32 : Operand::Kind::real64;
      std::uint64_t bits = std::strtoull(text.c_str() + 2, &rest, 16);
      if (negative) bits ^= narrow ? 1ull << 31 : 1ull << 63;
      operand.value = static_cast<std::int64_t>(bits);
    } else if (text.find('.') != std::string::npos ||
               (prefix != "0x" && prefix != "0X" &&
                text.find_first_of("eE") != std::string::npos)) {
      operand.kind = Operand::Kind::real64;
      double value = std::strtod(text.c_str(), &rest);
      if (negative) value = -value;
      std::memcpy(&operand.value, &value, sizeof value);
    } else {
      operand.kind = Operand::Kind::integer;
      const bool binary = prefix == "0b" || prefix == "0B";
      const std::uint64_t value = binary ? std::strtoull(text.c_str() + 2, &rest, 2)
                                         : std::strtoull(text.c_str(), &rest, 0);
      if (rest && (*rest == 'U' || *rest == 'u')) ++rest;
      operand.value = static_cast<std::int64_t>(negative ? 0 - value : value);
    }
    if (!rest || *rest) fail(token.line, "'" + text + "' is no number");
    return operand;
  }
  std::int64_t integer() {
    const std::uint32_t line = lexer_.peek().line;
    const Operand operand = number();
    if (operand.kind != Operand::Kind::integer) fail(line, "an integer expected");
    return operand.value;
  }

  // Files are told behind the code that comes from them.
  void find_vendor_files(std::string_view text) {
    constexpr std::string_view word = ".file";
    for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
      std::istringstream line(str(text.substr(at + word.size(), text.find('\n', at) - at)));
      std::uint32_t number = 0;
      std::string path;
      line >> number >> path;
      if (path.find("/cuda") != std::string::npos && path.find("/include/") != std::string::npos)
        vendor_files_.insert(number);
    }
  }

  void file() {
    lexer_.take();
    std::istringstream line(str(lexer_.take_line()));
    std::uint32_t number = 0;
    std::string rest;
    line >> number;
    std::getline(line, rest);
    const auto open = rest.find('"');
    const auto close = rest.find('"', open + 1);
    if (open == std::string::npos || close == std::string::npos) return;
    const std::string path = rest.substr(open + 1, close - open - 1);
    module_.files[number] = path.substr(path.find_last_of('/') + 1);
  }

  void skip_section() {
    lexer_.take();
    while (!lexer_.peek().is("{") && lexer_.peek().kind != Token::Kind::end) lexer_.take();
    int depth = 0;
    do {
      const Token token = lexer_.take();
      if (token.kind == Token::Kind::end) fail(token.line, "a section that does not end");
      depth += token.is("{") - token.is("}");
    } while (depth > 0);
  }

  void skip_to_semicolon() {
    while (!accept(";")) {
      if (lexer_.take().kind == Token::Kind::end)
        fail(lexer_.peek().line, "';' expected before the end");
    }
  }

  // .loc FILE LINE COLUMN[, function_name ..., inlined_at FILE LINE COLUMN]: code of the vendor's
  // headers is told by the line that calls it.
  void location() {
    lexer_.take();
    const std::string text = str(lexer_.take_line());
    std::istringstream line(text);
    SourceLine source;
    std::uint32_t column = 0;
    line >> source.file >> source.line >> column;
    if (source.line == 0) return;  // code without a line of its own
    const auto key = std::make_tuple(source.file, source.line, column);
    if (const auto call = text.find("inlined_at");
        call != std::string::npos && vendor_files_.count(source.file)) {
      std::istringstream at(text.substr(call + 10));
      SourceLine caller;
      at >> caller.file >> caller.line >> column;
      const auto known = callers_.find(std::make_tuple(caller.file, caller.line, column));
      source = known == callers_.end() ? caller : known->second;
    }
    callers_[key] = source;
    source_ = source;
  }

  static Space space_of(const Token& token) {
    if (token.is(".global")) return Space::global;
    if (token.is(".const")) return Space::constant;
    if (token.is(".shared")) return Space::shared;
    if (token.is(".local")) return Space::local;
    if (token.is(".param")) return Space::param;
    fail(token.line, "'" + str(token.text) + "' is no state space");
  }

  // .global .align 8 .b8 a[16] = {...}, b;
  std::vector<Variable> variables() {
    Variable head = variable_head();
    std::vector<Variable> all;
    do {
      Variable variable = head;
      variable_name(variable);
      if (accept("<")) {  // name<2> is name0, name1
        const std::int64_t count = repetitions();
        for (std::int64_t i = 0; i < count; ++i) {
          all.push_back(variable);
          all.back().name += std::to_string(i);
        }
        continue;
      }
      if (accept("=")) {
        initialiser(variable);
        if (variable.unsized) variable.bytes = variable.data.size();
        variable.unsized = false;
        if (variable.data.size() > variable.bytes)
          fail(lexer_.peek().line, "'" + variable.name + "' has more values than room");
      }
      all.push_back(std::move(variable));
    } while (accept(","));
    expect(";");
    return all;
  }

  // <N> behind a name: as many of it.
  std::int64_t repetitions() {
    constexpr std::int64_t most = 1 << 17;
    const std::uint32_t line = lexer_.peek().line;
    const std::int64_t count = integer();
    if (count < 0 || count > most) fail(line, "a name " + std::to_string(count) + " times");
    expect(">");
    return count;
  }

  Variable variable_head() {
    Variable variable;
    variable.space = space_of(lexer_.take());
    std::uint32_t lanes = 1;
    bool typed = false;
    bool aligned = false;
    while (lexer_.peek().kind == Token::Kind::directive) {
      const Token token = lexer_.take();
      if (token.is(".align")) {
        variable.align = static_cast<std::uint32_t>(integer());
        aligned = true;
      } else if (token.is(".v2") || token.is(".v4")) {
        lanes = token.is(".v2") ? 2 : 4;
      } else if (token.is(".ptr")) {
        while (lexer_.peek().is(".global") || lexer_.peek().is(".const") ||
               lexer_.peek().is(".shared") || lexer_.peek().is(".local"))
          lexer_.take();
        if (accept(".align")) integer();  // of what it points to
      } else if (parse_type(token.text, variable.type)) {
        typed = true;
      } else if (!token.is(".attribute")) {
        fail(token.line, "'" + str(token.text) + "' is not supported in a declaration");
      } else {
        expect("(");
        while (!accept(")"))
          if (lexer_.take().kind == Token::Kind::end)
            fail(token.line, "an attribute that does not end");
      }
    }
    if (!typed) fail(lexer_.peek().line, "a declaration without a type");
    variable.bytes = variable.type.bytes() * lanes;
    if (!aligned) variable.align = static_cast<std::uint32_t>(variable.bytes);
    return variable;
  }

  void variable_name(Variable& variable) {
    variable.name = word();
    while (accept("[")) {
      if (accept("]")) {
        variable.unsized = true;
        variable.bytes = 0;
      } else {
        variable.bytes = product(variable.bytes, integer());
        expect("]");
      }
    }
  }

  std::uint64_t product(std::uint64_t bytes, std::int64_t count) {
    constexpr std::uint64_t most = std::uint64_t{1} << 40;
    if (count < 0 || (count > 0 && bytes > most / static_cast<std::uint64_t>(count)))
      fail(lexer_.peek().line, "an array of more than 2^40 bytes");
    return bytes * static_cast<std::uint64_t>(count);
  }

  void initialiser(Variable& variable) {
    if (!accept("{")) {
      initial_value(variable);
      return;
    }
    if (accept("}")) return;
    do {
      if (lexer_.peek().is("{"))
        initialiser(variable);
      else
        initial_value(variable);
    } while (accept(","));
    expect("}");
  }

  void initial_value(Variable& variable) {
    const std::size_t offset = variable.data.size();
    const std::uint32_t bytes = variable.type.bytes();
    std::uint64_t bits = 0;
    if (number_next()) {
      Operand value = number();
      bits = static_cast<std::uint64_t>(value.value);
      if (variable.type.kind == 'f' && bytes == 4 && value.kind == Operand::Kind::real64) {
        double wide;
        std::memcpy(&wide, &bits, sizeof wide);
        const float narrow = static_cast<float>(wide);
        bits = 0;
        std::memcpy(&bits, &narrow, sizeof narrow);
      }
    } else {
      const std::uint32_t line = lexer_.peek().line;
      Relocation relocation;
      relocation.offset = offset;
      relocation.bytes = bytes;
      relocation.symbol = word();
      if (relocation.symbol == "generic") {
        expect("(");
        relocation.symbol = word();
        expect(")");
      }
      if (number_next()) relocation.addend = integer();
      if (bytes != 8)
        fail(line, "an address in an initialiser of " + std::to_string(bytes) + " bytes");
      variable.relocations.push_back(relocation);
    }
    for (std::uint32_t byte = 0; byte < bytes; ++byte)
      variable.data.push_back(static_cast<std::uint8_t>(bits >> (8 * byte)));
  }

  Lexer lexer_;
  Module module_;
  SourceLine source_;
  std::set<std::uint32_t> vendor_files_;
  // Of a place in the source: the one that findings name.
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, SourceLine> callers_;
};

}  // namespace emu::ptx
