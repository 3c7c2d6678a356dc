// Barriers in shared memory (mbarrier), on which threads arrive and whose phases they wait for.
#pragma once

#include "program/program.hpp"

namespace emu {

/// The operation is Inst::phase; the address as of memory operations, a count in `b`, a state or a
/// parity in `c`.
void barrier_in_memory(Warp& warp, const Inst& inst, Mask mask);
/// The threads that a phase still waits for, by the state `a`.
void pending_count(Warp& warp, const Inst& inst, Mask mask);

}  // namespace emu
