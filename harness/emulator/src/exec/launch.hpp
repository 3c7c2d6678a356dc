// One launch of a kernel: its blocks, and the order in which they run.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "check/clocks.hpp"
#include "check/findings.hpp"
#include "count/traffic.hpp"
#include "exec/warp.hpp"
#include "memory/device_memory.hpp"

namespace emu {

struct Extent {
  std::uint32_t x = 1, y = 1, z = 1;

  std::uint64_t size() const { return std::uint64_t{x} * y * z; }
  Extent at(std::uint64_t number) const {
    const auto low = static_cast<std::uint32_t>(number);  // grids have fewer blocks than that
    return {low % x, low / x % y, low / x / y};
  }
};

/// What is checked and how blocks and warps take turns.
struct Options {
  bool uninitialised = true;
  bool races = true;
  bool waits = true;  // of AMD devices
  bool counts = true;
  bool plain_volatile = false;  // volatile accesses are no synchronisation
  std::uint64_t seed = 0;
  std::uint64_t stall_limit = std::uint64_t{1} << 30;  // instructions without any progress
};

struct Barrier {
  std::uint32_t arrived = 0;   // threads
  std::uint32_t expected = 0;  // 0: all that live
  std::uint32_t votes = 0;     // of bar.red
  Mask all = all_lanes;        // of bar.red: bit 0 the conjunction, bit 1 the disjunction
  Mask any = 0;
  std::vector<std::uint32_t> warps;  // that arrived, also those that do not wait
};

struct Cluster;

struct Block {
  Launch* launch = nullptr;
  Cluster* cluster = nullptr;
  std::uint64_t number = 0;
  std::vector<Warp> warps;
  std::uint64_t spun_at = 0;  // so many changes of the launch before
  std::vector<std::uint8_t> shared;
  std::vector<std::uint8_t> shared_written;  // a flag a byte
  std::vector<Cell> shared_cells;
  std::vector<BulkCopy> bulk_copies;  // that barriers in its shared memory count
  std::array<Barrier, 16> barriers;
  BlockClocks clocks;

  bool finished() const;
  /// Whether each warp spins or waits.
  bool spins() const;
  /// Lets barriers go whose threads have all come.  True if some did.
  bool release_barriers();
};

struct Launch {
  const Function* kernel = nullptr;
  std::vector<std::uint8_t> parameters;
  Extent grid;
  Extent block;
  Extent cluster;  // blocks
  std::uint32_t dynamic_shared = 0;
  std::uint64_t grid_workspace = 0;  // device address, of a cooperative launch
  std::uint32_t resident = 1;        // blocks at once
  std::uint32_t multiprocessors = 132;
  std::uint64_t stack_limit = 1024;  // bytes of a thread whose functions call themselves
  std::uint64_t id = 0;

  Options options;
  DeviceMemory* memory = nullptr;
  Findings* findings = nullptr;
  KernelCounts* counts = nullptr;
  Beyond* beyond = nullptr;  // of the device; null: not counted
  LaunchClocks clocks;       // with the earlier work of other streams that nothing orders

  // While it runs:
  std::uint32_t warps_a_block = 0;
  std::uint64_t changes = 0;       // what others may see: stores, atomic operations, ends
  std::uint64_t looks = 0;         // loads of what others may change
  std::uint64_t idle = 0;          // instructions since the last change, of warps that look
  std::uint64_t behind_fatal = 0;  // those since a finding that would have ended it on a GPU
  std::uint64_t issued = 0;
  std::uint64_t turn = 0;
  bool failed = false;    // a finding ended it
  bool all_spin = false;  // until something changes
  std::mt19937_64 random;

  void changed() {
    ++changes;
    idle = 0;
  }

  Launch();
  ~Launch();
  /// Runs the grid to its end, or to a finding that ends it.
  void run();
  /// Blocks become a cluster, of which the first has this number.
  void new_cluster(std::uint64_t first, std::vector<Block*> blocks);

 private:
  void start(Block& block, std::uint64_t number);
  void start_cluster(std::uint64_t number, std::deque<std::unique_ptr<Block>>& running);
  std::unique_ptr<Block> new_block();
  void end(std::unique_ptr<Block> block);
  bool advance(Block& block, std::uint64_t budget);
  void stuck(const Block& block);
  std::vector<std::unique_ptr<Block>> spare_;
  std::vector<std::unique_ptr<Cluster>> clusters_;
};

}  // namespace emu
