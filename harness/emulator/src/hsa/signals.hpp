// Signals: numbers that host, queues, copies and kernels change and wait for.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <vector>

#include "hsa/abi.hpp"

namespace emu::hsa {

constexpr std::uint64_t for_ever = ~std::uint64_t{0};

/// Of the host; when it returns true it is called again.
using SignalHandler = bool (*)(std::int64_t value, void* argument);

class Signals {
 public:
  /// `pages` gives memory that the device sees, and keeps it.
  explicit Signals(std::function<void*(std::size_t bytes)> pages) : pages_(std::move(pages)) {}

  /// Its handle, which is its address; 0: there is no memory.
  std::uint64_t create(std::int64_t value, std::int64_t kind = user_signal);
  bool destroy(std::uint64_t signal);
  bool known(std::uint64_t signal) const;

  // Of a known signal:
  std::int64_t load(std::uint64_t signal) const;
  void store(std::uint64_t signal, std::int64_t value);
  void add(std::uint64_t signal, std::int64_t value);
  /// Returns the value that fulfils the condition, or the last one when so many nanoseconds are
  /// over.
  std::int64_t wait(std::uint64_t signal, Condition condition, std::int64_t value,
                    std::uint64_t nanoseconds);
  /// Calls a handler, in a thread of its own, once the condition holds.
  void when(std::uint64_t signal, Condition condition, std::int64_t value, SignalHandler handler,
            void* argument);

  /// Waits until something holds that a signal, or who calls wake(), may have changed.
  void until(const std::function<bool()>& holds);
  void wake();
  /// From now on who waits for what does not come ends the process after a while, with a line.
  void device_failed();

 private:
  struct Waiting {
    std::uint64_t signal;
    Condition condition;
    std::int64_t value;
    SignalHandler handler;
    void* argument;
  };

  void serve();
  void give_up(std::uint64_t waited_since);

  std::function<void*(std::size_t)> pages_;
  mutable std::mutex lock_;
  std::condition_variable changed_;
  std::unordered_set<std::uint64_t> live_;
  std::deque<std::uint64_t> spare_;  // the one that was destroyed first is used first
  std::vector<Waiting> waiting_;
  bool serving_ = false;
  std::uint64_t failed_at_ = 0;  // 0: it has not
};

bool holds(std::int64_t value, Condition condition, std::int64_t other);

/// Nanoseconds of a clock that never goes back.
std::uint64_t now();

}  // namespace emu::hsa
