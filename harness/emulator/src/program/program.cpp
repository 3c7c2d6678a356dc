#include "program/program.hpp"

#include <cxxabi.h>

#include <atomic>
#include <cstdlib>
#include <memory>

namespace emu {

void Gaps::add(std::uint64_t begin, std::uint64_t end) {
  if (begin >= end) return;
  if (in_gap_.size() < end) in_gap_.resize(end);
  for (std::uint64_t at = begin; at < end; ++at) in_gap_[at] = true;
}

std::uint64_t Gaps::before(std::uint64_t address) const {
  while (address > 0 && (address >= in_gap_.size() || in_gap_[address])) --address;
  return address;
}

namespace {

constexpr std::uint64_t first_function = 0x1000;
std::atomic<std::uint64_t> next_function{first_function};

}  // namespace

void Program::place_functions() {
  functions_at = next_function.fetch_add(between_functions * functions.size());
}

std::uint64_t Program::function_address(std::size_t index) const {
  return functions_at + between_functions * index;
}

bool was_function(std::uint64_t address) {
  return address >= first_function && address < next_function &&
         (address - first_function) % between_functions == 0;
}

const Function* Program::kernel(const std::string& name) const {
  const auto found = function_of.find(name);
  return found == function_of.end() || !functions[found->second].entry ? nullptr
                                                                       : &functions[found->second];
}

std::string Program::source(const SourceLine& line) const {
  const auto file = files.find(line.file);
  return line.line == 0 || file == files.end() ? ""
                                               : file->second + ":" + std::to_string(line.line);
}

std::string Program::line_of(const Inst& inst) const {
  return language + " line " + std::to_string(inst.line);
}

std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  if (status != 0) return name;
  std::string plain = text.get();
  if (const auto list = plain.find('(');
      list != std::string::npos && plain.rfind("(anonymous", 0) != 0 && list > 0) {
    // The name without its parameters; "(anonymous namespace)" is part of the name.
    std::size_t open = list;
    while (open != std::string::npos && plain.compare(open, 11, "(anonymous ") == 0)
      open = plain.find('(', open + 1);
    if (open != std::string::npos) plain.resize(open);
  }
  if (plain.rfind("void ", 0) == 0) plain.erase(0, 5);
  return plain;
}

}  // namespace emu
