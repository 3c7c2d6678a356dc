// A PTX module as parsed: text made into structure, nothing resolved yet.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "program/types.hpp"

namespace emu::ptx {

using emu::SourceLine;
using emu::Space;
using emu::Unsupported;

/// A fundamental type: `kind` is one of b (untyped), u, s, f (floating point), p (predicate), and
/// for what has 16 bits or two of that h (f16x2) and e (bf16, bf16x2).
struct Type {
  char kind = 'b';
  std::uint8_t bits = 32;

  std::uint32_t bytes() const { return bits / 8u; }
  bool operator==(const Type& other) const { return kind == other.kind && bits == other.bits; }
};

/// The type a word such as "f64" or ".u32" names; false if it names none.
bool parse_type(std::string_view word, Type& type);

struct Operand {
  enum class Kind : std::uint8_t { reg, integer, real32, real64, symbol, address, vector, sink };

  Kind kind = Kind::sink;
  bool negated = false;          // of a predicate
  std::string name;              // register, symbol, or what an address starts from; may be empty
  std::int64_t value = 0;        // integer, bits of a floating-point literal, or offset
  std::vector<Operand> parts{};  // of a vector {a, b} or of a pair a|b
};

struct Instruction {
  std::vector<std::string> words;  // "ld.global.f64" as ld, global, f64
  std::string guard;               // predicate register, empty: none
  bool guard_negated = false;
  std::vector<Operand> operands;
  std::uint32_t ptx_line = 0;
  SourceLine source;
  std::uint32_t scope = 0;  // of names, for labels

  bool has(std::string_view word) const;
  std::string text() const;  // the opcode with its modifiers
};

/// A value in an initialiser that is an address: `bytes` of symbol + addend, at an offset.
struct Relocation {
  std::size_t offset = 0;
  std::string symbol;
  std::int64_t addend = 0;
  std::uint32_t bytes = 8;
};

/// Who sees a name: its own module, all modules, or all that have none of their own by that name.
enum class Linkage : std::uint8_t { local, visible, weak };

struct Variable {
  std::string name;
  Linkage linkage = Linkage::local;
  Space space = Space::global;
  Type type;
  std::uint32_t align = 1;
  std::uint64_t bytes = 0;
  std::vector<std::uint8_t> data;  // initial value, may be shorter than `bytes`
  std::vector<Relocation> relocations;
  bool external = false;
  bool unsized = false;  // name[], the dynamic shared memory
};

struct Function {
  std::string name;
  Linkage linkage = Linkage::local;
  std::string unit;  // of linked modules: the one it comes from
  bool entry = false;
  bool defined = false;
  std::vector<Variable> parameters;
  std::vector<Variable> results;
  std::unordered_map<std::string, Type> registers;
  std::vector<Variable> variables;  // shared, local and parameter space, of the body
  std::vector<Instruction> body;
  std::map<std::pair<std::uint32_t, std::string>, std::size_t> labels;  // by scope and name
  std::map<std::pair<std::uint32_t, std::string>, std::vector<std::string>> branch_targets;
  std::vector<std::uint32_t> scope_parent;
  std::uint32_t max_threads = 0;           // .maxntid, 0: not told
  std::array<std::uint32_t, 3> cluster{};  // .reqnctapercluster, 0: not told

  /// The instruction a label stands before, seen from a scope; throws Unsupported if there is none.
  std::size_t label(std::uint32_t scope, const std::string& name) const;
  /// The labels of a `.branchtargets` list; throws Unsupported if there is none.
  const std::vector<std::string>& targets(std::uint32_t scope, const std::string& name) const;
};

struct Module {
  std::string version;
  std::string target;
  std::map<std::uint32_t, std::string> files;
  std::vector<Variable> variables;
  std::vector<Function> functions;

  const Function* find(std::string_view name) const;
};

/// Parses the text of a module; throws Unsupported with the line where it does not understand.
Module parse(std::string_view text);

}  // namespace emu::ptx
