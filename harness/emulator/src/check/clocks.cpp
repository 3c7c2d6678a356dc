#include "check/clocks.hpp"

#include <algorithm>
#include <iterator>

namespace emu {
namespace {

std::uint32_t next_number = 1;

}  // namespace

bool among(const std::vector<NumberRange>& ranges, std::uint32_t number) {
  const auto behind = std::upper_bound(
      ranges.begin(), ranges.end(), number,
      [](std::uint32_t wanted, const NumberRange& range) { return wanted < range.first; });
  return behind != ranges.begin() && number <= std::prev(behind)->last;
}

NumberRange next_numbers(std::uint32_t count) {
  const std::uint32_t first = next_number;
  next_number += count;
  return {first, next_number - 1};
}

void LaneClock::join(const LaneClock& other) {
  if (warp != other.warp) {
    *this = other;
    return;
  }
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    known[lane] = std::max(known[lane], other.known[lane]);
}

const LaneClock* LaneClocks::of(std::uint32_t warp) const {
  for (const LaneClock& one : clocks_)
    if (one.warp == warp) return &one;
  return nullptr;
}

void LaneClocks::join(const LaneClock& one) {
  if (const LaneClock* const known = of(one.warp)) {
    clocks_[static_cast<std::size_t>(known - clocks_.data())].join(one);
    return;
  }
  if (clocks_.size() == most) clocks_.erase(clocks_.begin());
  clocks_.push_back(one);
}

void BlockClocks::begin(LaunchClocks& of_launch, std::uint64_t number_in_grid, bool races) {
  launch = &of_launch;
  number = number_in_grid;
  const std::uint32_t count = of_launch.warps_a_block;
  warps.assign(count, WarpClock());
  known.assign(races ? std::size_t{count} * count : 0, 0);
  for (std::uint32_t index = 0; index < count; ++index) {
    warps[index].block = this;
    warps[index].index = index;
    warps[index].number = of_launch.first_warp + static_cast<std::uint32_t>(number * count + index);
  }
}

}  // namespace emu
