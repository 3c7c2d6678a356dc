// Groups of lanes that spin: they came round a loop, nothing is otherwise than it was the last
// time, and nobody stored what they may read.  Only another thread can let them go on.
#pragma once

#include <cstdint>
#include <vector>

namespace emu {

struct Frame;
struct Warp;

/// A loop that a group is in, and how it stood there once.
class Loop {
 public:
  /// The group that executes went back to `to`; true if it spins.
  bool came_back(const Warp& warp, std::uint32_t to);
  /// Whether the group with this mask spins in it, and no more changed since.
  bool spins(std::uint32_t mask, std::uint64_t changes) const {
    return spins_ && mask == mask_ && changes == changes_;
  }

 private:
  bool as_it_was(const Warp& warp);
  void keep(const Warp& warp, std::uint32_t to);

  static constexpr std::uint32_t first_look = 64;

  const Frame* frame_ = nullptr;  // null: nothing is kept
  std::uint32_t at_ = 0, mask_ = 0;
  std::uint64_t changes_ = 0;  // of the launch, up to then
  std::uint32_t rounds_ = 0;   // since the last of them
  std::uint32_t look_ = first_look;
  bool spins_ = false;
  std::size_t differs_ = 0;  // where registers last did; it is looked at first
  std::vector<std::uint8_t> registers_, local_;
};

}  // namespace emu
