// Values that nobody defined, on their way through registers.  Loading one is no finding: compilers
// copy frames, structures and words of which they need a part.  The first use that matters is: a
// branch, an address, a value computed from it that others can read.
//
// It costs nothing while all values are defined: a frame begins to track its registers with the
// first load of an undefined byte, and ends when none is left.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/program.hpp"

namespace emu {

struct Frame;
struct Warp;

/// Bytes of local memory: what was never written, what has a value, and what has one that was
/// computed from undefined ones.
enum LocalByte : std::uint8_t { never_written = 0, written = 1, written_undefined = 2 };

/// Bytes of the memory for parameters of calls.
enum ParameterByte : std::uint8_t { parameter_defined, parameter_copied, parameter_computed };

/// The load that an undefined value came with.
struct Origin {
  Space space = Space::generic;
  const Inst* inst = nullptr;
  std::uint64_t address = 0;
};
/// Bytes of a load that nobody defined.
struct Undefined {
  std::uint64_t bytes = 0;
  bool computed = false;  // from undefined ones
  Origin origin;
};
/// "4 bytes at 0x.. in local memory, never written".
std::string text_of(const Origin& origin, const Warp& warp, unsigned bytes);

/// What is known of the registers of a frame.  Bits of `registers`, laid out as those of the frame,
/// are set where a bit is undefined; for a predicate, those of its lanes.
struct Definedness {
  std::uint8_t* registers = nullptr;     // behind those of the frame
  std::vector<std::uint8_t> parameters;  // a ParameterByte a byte of the memory for parameters
  std::vector<Mask> computed;            // by register: lanes whose value was computed, not copied
  std::vector<std::uint32_t> origin;     // by register: where it came from, in Warp::origins

  std::size_t of(std::uint32_t at) const { return at / 64; }  // the register at an offset
};

/// Begins to track a frame, if it is not tracked yet.
Definedness& track(Frame& frame);
/// Ends it where everything is defined again.
void forget_if_defined(Frame& frame);

/// An instruction of a tracked frame is about to run: reports what it uses undefined and must not.
void check_uses(Warp& warp, const Inst& inst, Mask mask);
/// Tells what will be undefined behind it.
void spread(Warp& warp, const Inst& inst, Mask mask);

/// A lane loaded an element into a register; `undefined` has a bit for each byte of it.
void loaded(Warp& warp, const Inst& inst, std::uint32_t to, unsigned lane, std::uint64_t undefined,
            bool computed, const Origin& origin);

/// Bytes of the element that a lane stores which are undefined, and whether they were computed.
struct Stored {
  std::uint64_t undefined = 0;
  bool computed = false;
};
Stored stored(const Warp& warp, const Inst& inst, std::uint32_t from, unsigned lane);

/// Arguments or results of a call go from one frame to another.
void pass_undefined(Frame& from, const std::vector<Parameter>& sources, Frame& to,
                    const std::vector<Parameter>& targets, Mask mask);

/// Reports a register that is undefined for a lane of the mask.
void check_register(Warp& warp, const Inst& inst, std::uint32_t at, unsigned bytes, Mask mask,
                    const char* use);

/// Takes a lane of a register for defined from now on; in GCC's uniform code all lanes hold the
/// same.
void take_for_defined(Warp& warp, std::uint32_t at, unsigned bytes, unsigned lane);

/// Whether a lane of a register has an undefined bit.
bool undefined_register(const Warp& warp, std::uint32_t at, unsigned bytes, unsigned lane);

/// Reports the use of a register that is undefined for a lane, and takes it for defined from then
/// on.
void report_use(Warp& warp, const Inst& inst, unsigned lane, std::uint32_t at, unsigned bytes,
                const char* use);

}  // namespace emu
