#include "exec/spin.hpp"

#include <algorithm>
#include <cstring>

#include "exec/launch.hpp"

namespace emu {

bool Loop::came_back(const Warp& warp, std::uint32_t to) {
  if (changes_ != warp.launch->changes) {
    changes_ = warp.launch->changes;
    rounds_ = 0;
    look_ = spins_ ? 1 : first_look;  // what waited may well wait on
    spins_ = false;
    frame_ = nullptr;
  }
  if (frame_ && frame_ == warp.frame && at_ == to && mask_ == warp.group_mask && as_it_was(warp))
    return spins_ = true;
  spins_ = false;
  if (++rounds_ < look_) return false;
  look_ += look_ / 2 + 1;
  keep(warp, to);
  return false;
}

bool Loop::as_it_was(const Warp& warp) {
  constexpr std::size_t piece = 64;
  const std::uint8_t* const now = warp.frame->registers;
  if (differs_ + piece <= registers_.size() &&
      std::memcmp(now + differs_, registers_.data() + differs_, piece) != 0)
    return false;
  const auto other = std::mismatch(registers_.begin(), registers_.end(), now);
  if (other.first != registers_.end()) {
    differs_ = static_cast<std::size_t>(other.first - registers_.begin()) / piece * piece;
    return false;
  }
  std::size_t at = 0;
  for (const Frame* frame = warp.frame; frame; frame = frame->parent) {
    if (std::memcmp(frame->local.data(), local_.data() + at, frame->local.size()) != 0)
      return false;
    at += frame->local.size();
  }
  return true;
}

void Loop::keep(const Warp& warp, std::uint32_t to) {
  frame_ = warp.frame;
  at_ = to;
  mask_ = warp.group_mask;
  const std::uint8_t* const now = frame_->registers;
  registers_.assign(now, now + frame_->function->constants_at);
  local_.clear();
  for (const Frame* frame = frame_; frame; frame = frame->parent)
    local_.insert(local_.end(), frame->local.begin(), frame->local.end());
}

}  // namespace emu
