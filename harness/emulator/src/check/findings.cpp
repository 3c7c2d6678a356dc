#include "check/findings.hpp"

#include <cxxabi.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "check/known.hpp"
#include "exec/launch.hpp"

namespace emu {

std::string_view name_of(Fault fault) {
  static constexpr std::string_view names[] = {
      "out-of-bounds", "misaligned",      "use-after-free", "wrong-space", "uninitialised-read",
      "race",          "same-value-race", "narrow-scope",   "stream-race", "divergent-barrier",
      "endless-wait",  "lane-mask",       "host-access",    "trap"};
  static_assert(std::size(names) == static_cast<std::size_t>(Fault::count_of));
  return names[static_cast<std::size_t>(fault)];
}

bool is_fatal(Fault fault) {
  switch (fault) {
    case Fault::out_of_bounds:
    case Fault::misaligned:
    case Fault::use_after_free:
    case Fault::wrong_space:
    case Fault::divergent_barrier:
    case Fault::endless_wait:
    case Fault::trap:
      return true;
    default:
      return false;
  }
}

void Findings::add(Fault fault, const Warp& warp, const Inst& inst, unsigned lane,
                   const std::string& detail) {
  const Function& function = *warp.frame->function;
  const bool race = fault == Fault::race || fault == Fault::same_value_race;
  const std::string_view reason =
      race ? known_race(function.name, function.unit, detail, fault == Fault::same_value_race)
           : std::string_view();
  std::vector<Finding>& list = reason.empty() ? list_ : known_;
  count_ += reason.empty();
  const auto key = std::make_tuple(fault, static_cast<const void*>(&function), inst.ptx_line);
  const auto [place, fresh] = index_.emplace(key, list.size());
  if (!fresh) {
    ++list[place->second].times;
    return;
  }
  const std::string text = instruction_of(warp, inst) + ": " + place_of(warp, lane) + ": " + detail;
  if (reason.empty())
    store(fault, text);
  else
    known_.push_back(
        {fault, std::string(name_of(fault)) + ": " + text + " (" + std::string(reason) + ")", 1});
}

void Findings::add(Fault fault, const std::string& text) {
  ++count_;
  store(fault, text);
}

void Findings::store(Fault fault, const std::string& text) {
  const std::string line = std::string(name_of(fault)) + ": " + text;
  list_.push_back({fault, line, 1});
  if (is_fatal(fault) && !fatal_) {
    fatal_ = true;
    first_fatal_ = fault;
  }
  std::fprintf(stderr, "gpu-emulator: %s\n", line.c_str());
}

std::string shared_name(const Function& kernel, std::uint64_t address) {
  for (const Places* places : {&kernel.shared, &kernel.program->shared}) {
    auto next = places->upper_bound(address);
    if (next == places->begin()) continue;
    const auto& [begin, variable] = *--next;
    if (address < begin + variable.second)
      return ", byte " + std::to_string(address - begin) + " of variable '" + variable.first + "'";
  }
  return "";
}

std::string place_of(const Warp& warp, unsigned lane) {
  const Launch& launch = *warp.launch;
  const Extent thread = launch.block.at(warp.index * warp_lanes + lane);
  const Extent block = launch.grid.at(warp.block->number);
  const auto triple = [](const Extent& e) {
    return "(" + std::to_string(e.x) + "," + std::to_string(e.y) + "," + std::to_string(e.z) + ")";
  };
  return "block " + triple(block) + " thread " + triple(thread);
}

std::string instruction_of(const Warp& warp, const Inst& inst) {
  const Function& function = *warp.frame->function;
  std::string text = "kernel " + demangled(warp.launch->kernel->name);
  if (&function != warp.launch->kernel) text += ", function " + demangled(function.name);
  text += ", PTX line " + std::to_string(inst.ptx_line);
  if (!function.unit.empty()) text += " of " + function.unit;
  const std::string source = function.program->source(inst.source);
  return source.empty() ? text : text + " (" + source + ")";
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
