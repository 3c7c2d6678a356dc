// What the handles of a program stand for: numbers that nothing else has.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

namespace emu::hsa {

/// Things of one kind by their handles, for several threads.
template <typename T>
class Table {
 public:
  /// Handles of different kinds differ.
  explicit Table(std::uint16_t kind) : next_(std::uint64_t{kind} << 48) {}

  std::uint64_t add(std::shared_ptr<T> thing) {
    const std::lock_guard<std::mutex> guard(lock_);
    things_[++next_] = std::move(thing);
    return next_;
  }
  /// Null: there is none, or no longer.
  std::shared_ptr<T> find(std::uint64_t handle) const {
    const std::lock_guard<std::mutex> guard(lock_);
    const auto found = things_.find(handle);
    return found == things_.end() ? nullptr : found->second;
  }
  bool remove(std::uint64_t handle) {
    const std::lock_guard<std::mutex> guard(lock_);
    return things_.erase(handle) == 1;
  }

 private:
  mutable std::mutex lock_;
  std::uint64_t next_;
  std::map<std::uint64_t, std::shared_ptr<T>> things_;
};

}  // namespace emu::hsa
