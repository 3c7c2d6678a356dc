// Instructions among the lanes of a warp, and moves.
#pragma once

#include "program/program.hpp"

namespace emu {

void shuffle(Warp& warp, const Inst& inst, Mask mask);
void vote(Warp& warp, const Inst& inst, Mask mask);
void match_any(Warp& warp, const Inst& inst, Mask mask);
void match_all(Warp& warp, const Inst& inst, Mask mask);
void reduce_unsigned(Warp& warp, const Inst& inst, Mask mask);
void reduce_signed(Warp& warp, const Inst& inst, Mask mask);
void elect(Warp& warp, const Inst& inst, Mask mask);
void active_mask(Warp& warp, const Inst& inst, Mask mask);
void warp_barrier(Warp& warp, const Inst& inst, Mask mask);

/// Moves of registers, by bytes; between a register and a vector of registers; of clocks.
Handler move_handler(unsigned bytes);
void move_predicate(Warp& warp, const Inst& inst, Mask mask);
void pack(Warp& warp, const Inst& inst, Mask mask);
void unpack(Warp& warp, const Inst& inst, Mask mask);
void read_clock(Warp& warp, const Inst& inst, Mask mask);

void nothing(Warp& warp, const Inst& inst, Mask mask);

}  // namespace emu
