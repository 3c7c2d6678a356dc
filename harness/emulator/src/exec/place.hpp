// Where something happened, for people, and findings at an instruction.
#pragma once

#include <string>

#include "check/findings.hpp"
#include "exec/warp.hpp"

namespace emu {

/// `lane` of the warp did it at the instruction, `detail` tells what.
void add_finding(Fault fault, const Warp& warp, const Inst& inst, unsigned lane,
                 const std::string& detail);

/// What lies at an address of shared memory: ", byte 4 of variable 'x'", or empty.
std::string shared_name(const Function& kernel, std::uint64_t address);
/// "block (0,0,0) thread (1,0,0)".
std::string place_of(const Warp& warp, unsigned lane);
/// "kernel f, PTX line 12 (f.cu:7)".
std::string instruction_of(const Warp& warp, const Inst& inst);

}  // namespace emu
