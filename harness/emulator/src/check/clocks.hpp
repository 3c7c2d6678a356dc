// What the race check knows of the order among warps, lanes and blocks; CLOCKS.md explains it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "program/types.hpp"

namespace emu {

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

constexpr std::uint64_t no_block = ~std::uint64_t{0};

/// What a lane knows of the others of its warp, by lane: segments below are known.
struct LaneClock {
  std::uint32_t warp = 0;  // number; 0: nothing is told
  std::array<std::uint32_t, warp_lanes> known{};

  void join(const LaneClock& other);
};

/// The same of several warps, the latest that told it.
class LaneClocks {
 public:
  void join(const LaneClock& one);
  const LaneClock* of(std::uint32_t warp) const;  // null: it told nothing

 private:
  static constexpr std::size_t most = 32;  // as many as a block has
  std::vector<LaneClock> clocks_;
};

/// What is offered to who sees a strong write: all before it, and of that what stands before a
/// sequentially consistent fence; to the writer's own block and to its own warp there is more, as a
/// fence of the block's scope offers it to no others.
struct Released {
  std::shared_ptr<const Clock> all;
  std::shared_ptr<const Clock> consistent;
  std::shared_ptr<const Clock> near;
  std::uint64_t near_block = no_block;
  LaneClocks of_lanes;
};

struct BlockClocks;

/// A warp, and what its lanes have seen of one another.
struct WarpClock {
  BlockClocks* block = nullptr;
  std::uint32_t index = 0;    // in its block
  std::uint32_t number = 0;   // unique among all warps of the process
  std::uint32_t segment = 1;  // counts the points of synchronisation
  std::uint32_t known = 0;    // segments of its own lanes below this one are known to all of them
  bool fresh = true;          // it did or learned something since it last offered what it knows
  std::vector<std::uint32_t>
      lanes;  // [32][32] what a lane knows of another; empty: no more than `known`

  // Of other blocks:
  std::shared_ptr<const Clock> foreign;  // what it knows of their warps
  Released released;                     // what fences offered to strong writes behind them
  std::shared_ptr<const Clock> offered;  // the last that it offered at all
  Released pending;                      // what strong reads saw, for the next fence
  // Of its own lanes: the segment behind the last fence of each, and what strong reads saw.
  std::array<std::uint32_t, warp_lanes> fenced{};
  std::array<LaneClock, warp_lanes> seen{};
  Mask seen_lanes = 0;
  std::shared_ptr<const Clock> heard;  // what those of others saw, who then met this warp
};

/// The warps of a launch, as far as order needs them.
struct LaunchClocks {
  std::uint32_t first_warp = 0;  // number of its first warp among all of the process
  std::uint32_t last_warp = 0;
  std::uint32_t warps_a_block = 0;
  std::uint32_t warps = 0;
  std::vector<NumberRange> unordered;  // earlier work of other streams that nothing orders
  std::unordered_map<std::uint64_t, Released> released_at;  // by address
};

struct BlockClocks {
  LaunchClocks* launch = nullptr;
  std::uint64_t number = 0;
  std::vector<WarpClock> warps;
  std::vector<std::uint32_t> known;  // [warps][warps]: segments that a warp knows of another

  /// Begins a block; without the race check nothing but the numbers of its warps is kept.
  void begin(LaunchClocks& of_launch, std::uint64_t number_in_grid, bool races);
};

}  // namespace emu
