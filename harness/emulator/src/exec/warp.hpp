// A warp: 32 lanes, in groups that stand at the same instruction.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "exec/definedness.hpp"
#include "exec/spin.hpp"
#include "program/program.hpp"

namespace emu {

inline unsigned lanes_in(Mask mask) { return static_cast<unsigned>(__builtin_popcount(mask)); }

struct Block;
struct Launch;
struct InstCount;
struct WarpClock;

/// Registers, local memory and parameter memory of one call, for all lanes that are in it.
struct Frame {
  const Function* function = nullptr;
  Frame* parent = nullptr;
  std::uint32_t call_site = 0;  // in the parent's calls
  std::uint32_t return_to = 0;
  std::uint32_t depth = 0;
  std::uint64_t local_at = 0;               // of its local memory in that of a thread
  unsigned groups = 0;                      // that stand in it
  std::unique_ptr<std::uint8_t[]> storage;  // room for what is known of them, too
  std::uint8_t* registers = nullptr;        // aligned for vectors
  std::vector<std::uint8_t> parameters;     // 32 x frame_parameter_bytes
  std::vector<std::uint8_t> local;          // 32 x local_bytes
  std::vector<std::uint8_t> local_written;  // a LocalByte a byte, and eight more
  std::unique_ptr<Definedness> undefined;   // while a register holds an undefined value
};

struct Group {
  enum class State : std::uint8_t { ready, meeting, at_barrier, at_cluster };

  Mask mask = 0;
  std::uint32_t pc = 0;
  Frame* frame = nullptr;
  State state = State::ready;
  Mask awaited = 0;  // lanes that have to come, where it meets
  std::uint32_t barrier = 0;
  std::uint64_t last_turn = 0;
  // Instructions, and one more; 0: none.
  std::uint32_t met = 0;     // its last barrier of the block
  std::uint32_t synced = 0;  // the last at which it met lanes or warps
  std::uint32_t used = 0;    // the furthest that used memory since that barrier
};

/// Lanes that ended, and where they had come to in the kernel.
struct Ended {
  Mask lanes = 0;
  std::uint32_t met = 0, synced = 0, used = 0;  // as those of their group
};

/// A cp.async that has not taken place yet for the lanes of its mask.
struct AsyncCopy {
  const Inst* inst = nullptr;
  Mask mask = 0;
  std::array<std::uint64_t, warp_lanes> from{}, to{};
  std::array<std::uint32_t, warp_lanes> bytes{};  // to read; the rest is zero
  std::array<std::uint32_t, warp_lanes> group{};
};

/// A cp.async.bulk of one thread that has not taken place yet.
struct BulkCopy {
  const Inst* inst = nullptr;
  const Function* function = nullptr;
  Warp* warp = nullptr;
  unsigned lane = 0;
  std::uint64_t from = 0, to = 0;  // addresses
  std::uint32_t bytes = 0;
  std::uint64_t barrier = 0;  // as Accessor::key() has it; of those that one counts
  std::uint32_t group = 0;    // of the others
  // Of one whose source was read and whose target was not written yet:
  std::vector<std::uint8_t> data;
  std::vector<Undefined> undefined;  // of each 16 bytes
};

struct Warp {
  Block* block = nullptr;
  Launch* launch = nullptr;
  std::uint32_t index = 0;  // in its block
  Mask live = 0;            // lanes that exist and have not exited
  std::vector<Group> groups;
  std::vector<std::unique_ptr<Frame>> frames;
  WarpClock* clock = nullptr;
  std::vector<Ended> ended;     // lanes that used memory before they did
  std::vector<Origin> origins;  // of undefined values, for findings
  std::vector<AsyncCopy> async_copies;
  std::array<std::uint32_t, warp_lanes> async_group{};  // committed, by lane
  std::vector<BulkCopy> bulk_copies;                    // of groups
  std::array<std::uint32_t, warp_lanes> bulk_group{};   // the same of them
  // Of the cluster's barrier, by lane: the phase behind that for which it arrived, and waited last.
  std::array<std::uint32_t, warp_lanes> cluster_arrived{}, cluster_waited{};

  // Of the group that executes:
  std::uint8_t* registers = nullptr;
  Frame* frame = nullptr;
  InstCount* counts = nullptr;
  Mask group_mask = 0;
  std::uint32_t pc = 0;
  std::uint32_t used = 0;

  template <typename T>
  T* lanes(std::uint32_t at) {
    return reinterpret_cast<T*>(registers + at);
  }

  /// Begins the kernel of the launch with these lanes.
  void start(Mask mask);
  bool finished() const { return live == 0; }
  bool ready() const;
  /// Whether all its groups that do not wait spin.
  bool spins() const;
  /// Ends the turn of the group that runs: an atomic operation of its changed nothing, so it may
  /// wait for others.
  void yield() { budget_ = 0; }

  /// Runs groups until none is ready or about `budget` instructions were issued; returns how many
  /// were.
  std::uint64_t run(std::uint64_t budget);

 private:
  template <bool tracked>
  std::uint64_t run_group(std::size_t index, std::uint64_t budget);
  void came_back(std::uint32_t to);
  std::uint32_t next_meeting(const Group& group) const;
  std::size_t pick();
  std::size_t merge(std::size_t index);
  void lanes_met(Mask members);
  bool meets(Group& group, const Inst& inst, Mask mask);
  bool arrives(std::size_t at, const Inst& inst, Mask mask);
  bool transfer(std::size_t index, const Inst& inst, Mask mask);
  void call(std::size_t index, const Inst& inst, Mask mask);
  void leave(std::size_t index, Mask mask);
  void exit(std::size_t index, Mask mask);
  bool came_past(const Ended& lanes, const Function& function, std::uint32_t at) const;
  bool overflows(const Function& function, const Inst& inst, Mask mask);
  void remove(std::size_t index, Mask mask);
  Frame* enter(const Function& function, Frame* parent, std::uint32_t call_site,
               std::uint32_t return_to);
  void prepare(Frame& frame);
  void drop(Frame* frame);
  void part(std::size_t index, Mask away, std::uint32_t pc);

  std::vector<Loop> loops_;  // of groups, by their first lane
  std::uint64_t turns_ = 0;
  std::uint64_t budget_ = 0;  // instructions that the group that runs may issue
};

}  // namespace emu
