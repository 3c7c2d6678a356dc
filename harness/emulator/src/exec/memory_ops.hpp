// Loads, stores and atomic operations.
#pragma once

#include "program/program.hpp"

namespace emu {

struct Block;
struct BulkCopy;

void load(Warp& warp, const Inst& inst, Mask mask);
void store(Warp& warp, const Inst& inst, Mask mask);

/// Loads of a launch's parameters and of a call's, and stores into the latter; they need no checks.
void load_launch_parameter(Warp& warp, const Inst& inst, Mask mask);
void load_call_parameter(Warp& warp, const Inst& inst, Mask mask);
void store_call_parameter(Warp& warp, const Inst& inst, Mask mask);

void fence(Warp& warp, const Inst& inst, Mask mask);

/// cp.async, and waiting for it: for all groups but the newest Inst::extra, or for all there is.
void begin_copy(Warp& warp, const Inst& inst, Mask mask);
void commit_copies(Warp& warp, const Inst& inst, Mask mask);
void wait_for_copies(Warp& warp, const Inst& inst, Mask mask);
void wait_for_all_copies(Warp& warp, const Inst& inst, Mask mask);

/// cp.async.bulk.  Those that a barrier in shared memory counts take place when somebody waits for
/// it, the others when their group is waited for, or when their thread ends: as late as PTX allows.
void begin_bulk_copy(Warp& warp, const Inst& inst, Mask mask);
void commit_bulk_copies(Warp& warp, const Inst& inst, Mask mask);
/// For all groups but the newest Inst::extra; a strong one waits for what is written, too.
void wait_for_bulk_copies(Warp& warp, const Inst& inst, Mask mask);
void finish_bulk_copies(Warp& warp, Mask lanes);
/// The next copy for a barrier of a block takes place.  False if there is none.
bool next_bulk_copy(Block& block, std::uint64_t barrier, BulkCopy& done);

/// cvta and isspacep.
Handler address_conversion(Space space, bool to_space, unsigned bytes);
void is_space(Warp& warp, const Inst& inst, Mask mask);

}  // namespace emu
