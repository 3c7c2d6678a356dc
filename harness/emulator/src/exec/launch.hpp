// One launch of a kernel: its blocks, and the order in which they run.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

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
  bool counts = true;
  std::uint64_t seed = 0;
  std::uint64_t stall_limit = std::uint64_t{1} << 30;  // instructions without any progress
};

/// Under which numbers warps and copies stand in cells of memory, both ends included.
struct NumberRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

/// Whether a number is in one of the ranges, which are in order.
bool among(const std::vector<NumberRange>& ranges, std::uint32_t number);

/// Numbers that nobody has yet.
NumberRange next_numbers(std::uint32_t count);

using Clock = std::vector<std::uint32_t>;  // by warp of the launch: segments below are known

struct Barrier {
  std::uint32_t arrived = 0;   // threads
  std::uint32_t expected = 0;  // 0: all that live
  std::uint32_t votes = 0;     // of bar.red
  Mask all = all_lanes;        // of bar.red: bit 0 the conjunction, bit 1 the disjunction
  Mask any = 0;
  std::vector<std::uint32_t> warps;  // that arrived, also those that do not wait
};

/// What is offered to who sees a strong write: all before it, and of that what stands before a
/// sequentially consistent fence.
struct Released {
  std::shared_ptr<const Clock> all;
  std::shared_ptr<const Clock> consistent;
};

/// What the race check knows about order, one for each warp of a block.
struct WarpOrder {
  std::shared_ptr<const Clock> foreign;  // of warps of other blocks
  Released released;                     // what fences offered to strong writes behind them
  std::shared_ptr<const Clock> offered;  // the last that it offered at all
  Released pending;                      // what strong reads saw, for the next fence
  std::shared_ptr<const Clock> heard;    // what those of others saw, who then met this warp
};

struct Block {
  Launch* launch = nullptr;
  std::uint64_t number = 0;
  std::vector<Warp> warps;
  std::vector<std::uint8_t> shared;
  std::vector<std::uint8_t> shared_written;  // a flag a byte
  std::vector<Cell> shared_cells;
  std::array<Barrier, 16> barriers;
  std::vector<std::uint32_t> known;  // [warps][warps]: segments that a warp knows of another
  std::vector<WarpOrder> order;

  bool finished() const;
  /// Lets barriers go whose threads have all come.  True if some did.
  bool release_barriers();
};

struct Launch {
  const Function* kernel = nullptr;
  std::vector<std::uint8_t> parameters;
  Extent grid;
  Extent block;
  std::uint32_t dynamic_shared = 0;
  std::uint64_t grid_workspace = 0;  // device address, of a cooperative launch
  std::uint32_t resident = 1;        // blocks at once
  std::uint32_t multiprocessors = 132;
  std::uint64_t id = 0;

  Options options;
  DeviceMemory* memory = nullptr;
  Findings* findings = nullptr;
  KernelCounts* counts = nullptr;
  Beyond* beyond = nullptr;            // of the device; null: not counted
  std::vector<NumberRange> unordered;  // earlier work of other streams that nothing orders

  // While it runs:
  std::uint32_t first_warp = 0;  // number of its first warp among all of the process
  std::uint32_t last_warp = 0;
  std::uint32_t warps_a_block = 0;
  std::uint64_t idle = 0;  // instructions since something changed
  std::uint64_t issued = 0;
  std::uint64_t turn = 0;
  bool failed = false;  // a finding ended it
  std::mt19937_64 random;
  std::unordered_map<std::uint64_t, Released> released_at;  // by address

  /// Runs the grid to its end, or to a finding that ends it.
  void run();

 private:
  void start(Block& block, std::uint64_t number);
  bool advance(Block& block, std::uint64_t budget);
  std::vector<std::unique_ptr<Block>> spare_;
};

}  // namespace emu
