#include "exec/place.hpp"

#include "exec/launch.hpp"

namespace emu {

void add_finding(Fault fault, const Warp& warp, const Inst& inst, unsigned lane,
                 const std::string& detail) {
  const Function& function = *warp.frame->function;
  const Site site{&function, inst.line, &function.name, &function.unit};
  warp.launch->findings->add(fault, site, detail, [&] {
    return instruction_of(warp, inst) + ": " + place_of(warp, lane);
  });
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
  text += ", " + function.program->line_of(inst);
  if (!function.unit.empty()) text += " of " + function.unit;
  const std::string source = function.program->source(inst.source);
  return source.empty() ? text : text + " (" + source + ")";
}

}  // namespace emu
