// A wave of 64 lanes while it executes, its group, and the dispatch that both belong to.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "amd/decode.hpp"
#include "amd/dispatch.hpp"
#include "amd/order.hpp"

namespace emu::amd {

constexpr unsigned lanes = 64;
using LaneMask = std::uint64_t;
constexpr LaneMask every_lane = ~LaneMask{0};
constexpr unsigned vector_registers = 512 + 16;  // a tuple may begin at the last one

inline bool in(LaneMask mask, unsigned lane) { return mask >> lane & 1; }
inline unsigned lanes_in(LaneMask mask) {
  return static_cast<unsigned>(__builtin_popcountll(mask));
}

struct Group;
struct Execution;

struct Wave {
  Execution* execution = nullptr;
  Group* group = nullptr;
  std::uint32_t index = 0;    // in its group
  std::uint64_t scratch = 0;  // its piece of the area, an address
  std::uint64_t pc = 0;       // of the instruction that executes
  std::uint64_t next = 0;     // of the one behind it, unless it branches
  bool ended = true;
  bool at_barrier = false;
  bool indexes = false;     // vector registers are named relative to M0
  bool yields = false;      // its turn is over: it sleeps, waits or has ended
  bool slept = false;       // since the last change that others could see
  std::uint32_t polls = 0;  // strong loads and atomic operations since then

  bool scc = false, scc_undefined = false;
  std::array<std::uint32_t, scalar::registers> s{};
  std::array<std::uint32_t, scalar::registers> s_undefined{};  // by bit
  std::vector<std::uint32_t> v;                                // [register][lane]
  std::vector<LaneMask> v_undefined;                           // [register]

  // Of the vector instruction that executes: lanes that it writes, and those whose sources nobody
  // defined.
  LaneMask active = 0, tainted = 0;

  // Memory operations under way, and which registers they write.
  Counter vector_operations, rest_operations;
  std::array<Writer, vector_registers> v_writer{};
  std::array<WriterPlace, vector_registers> v_written_by{};
  std::array<std::uint32_t, scalar::registers> s_writer{};  // among rest_operations
  std::array<std::uint64_t, scalar::registers> s_written_by{};

  WaveOrder order;

  /// A register of all lanes, or a scalar one, read or written: what writes it must have ended.
  std::uint32_t* lanes_of(unsigned reg) {
    if (under_way(v_writer[reg])) used_too_early(reg);
    return v.data() + std::size_t{reg} * lanes;
  }
  std::uint32_t word(unsigned reg) {
    if (rest_operations.under_way(s_writer[reg])) scalar_used_too_early(reg);
    return s[reg];
  }
  std::uint64_t pair(unsigned reg) { return word(reg) | std::uint64_t{word(reg + 1)} << 32; }
  /// A register that this memory operation is about to write.
  std::uint32_t* result_of(const Decoded& inst, unsigned reg);
  void will_write(const Decoded& inst, unsigned reg, LaneMask mask);
  void will_write_scalar(const Decoded& inst, unsigned reg);
  void issue(const Decoded& inst);
  void wait(std::uint32_t vector, std::uint32_t rest);
  bool under_way(const Writer& writer) const {
    return vector_operations.under_way(writer.vector) || rest_operations.under_way(writer.rest);
  }

  std::uint64_t pair_undefined(unsigned reg) const {
    return s_undefined[reg] | std::uint64_t{s_undefined[reg + 1]} << 32;
  }
  LaneMask exec() const { return s[scalar::exec] | std::uint64_t{s[scalar::exec + 1]} << 32; }
  void set(unsigned reg, std::uint32_t value, std::uint32_t undefined = 0);
  void set_pair(unsigned reg, std::uint64_t value, std::uint64_t undefined = 0);

  /// The instruction with registers moved by M0, whose bits 12 to 15 say which.
  Decoded indexed(const Decoded& inst) const;
  /// Executes until its turn is over.  Returns instructions.
  std::uint64_t run(std::uint64_t budget);
  void end();

  /// A finding at the instruction that executes.
  void found(Fault fault, unsigned lane, const std::string& detail);
  /// A lane's address, a branch or EXEC comes of a value that nobody defined.
  void found_undefined(unsigned lane, const std::string& use);

  /// The numbers of the memory operation that executes.
  Writer writer_of(const Decoded& inst) const;

 private:
  void used_too_early(unsigned reg);
  void scalar_used_too_early(unsigned reg);
};

struct Group {
  Execution* execution = nullptr;
  std::uint64_t number = 0;
  Extent id;
  std::uint32_t slot = 0;  // among those under way
  std::vector<Wave> waves;
  std::vector<std::uint8_t> shared;
  std::vector<std::uint8_t> shared_written;  // a flag a byte
  std::vector<Cell> shared_cells;            // who used them
  BlockClocks clocks;

  bool finished() const;
  bool sleeps() const;
  /// Lets waves go on that wait at a barrier to which all have come that have not ended.
  bool release_barrier();
};

/// One dispatch under way.
struct Execution {
  Execution(const Dispatch& what, const Machine& where);

  const Dispatch& dispatch;
  const Machine& machine;
  Code& code;
  const Function& kernel;
  std::vector<InstCount*> counts;  // by function; null: not yet asked for

  // Of the descriptor:
  std::uint64_t entry = 0;
  std::uint32_t resources_1 = 0, resources_2 = 0, resources_3 = 0, properties = 0;
  std::uint32_t accumulation = 0;  // first register of that kind among a lane's
  std::uint32_t registers = 0;     // a lane's
  std::uint64_t piece = 0;         // bytes of scratch of a wave

  std::uint64_t changes = 0;  // what others may see
  std::uint64_t looks = 0;    // loads of what others may change
  std::uint64_t idle = 0;     // instructions since the last change, of waves that look
  std::uint64_t issued = 0;
  std::uint64_t behind_fatal = 0;
  bool failed = false;
  Order order;

  void changed() {
    ++changes;
    idle = 0;
  }
  bool stopped() const { return machine.stop && machine.stop->load(std::memory_order_relaxed); }
  InstCount* count(const Decoded& inst);

  End run();

 private:
  void start(Group& group, std::uint64_t number, std::uint32_t slot);
  void start(Wave& wave, Group& group, std::uint32_t index);
  bool advance(Group& group, std::uint64_t budget);
  void stuck(const Group& group, const char* why);
};

/// What executes an instruction of this name, and what counts call it; null: nothing does.
struct Meaning {
  Run run = nullptr;
  Class kind = Class::move;
};
Meaning meaning_of(const Decoded& inst);

}  // namespace emu::amd
