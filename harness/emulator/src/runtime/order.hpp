// Which work is ordered before which: over streams, events and what the host waited for.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "check/clocks.hpp"

namespace emu {

/// By number of a stream: its tasks up to this one are known to be over.
using Known = std::map<std::uint32_t, std::uint64_t>;

/// There a Known keeps how long the longest chain of kernels among all of that is, of which each
/// comes behind the one before; no stream has this number.
constexpr std::uint32_t chain_of_kernels = ~std::uint32_t{0};

void join(Known& to, const Known& from);

/// Remembers what ran, as long as something may come that it is not ordered before.
class StreamOrder {
 public:
  /// The host waited for all of this, and so do all tasks that it queues from here on.
  void host_waited(const Known& known) { join(host_, known); }
  const Known& host() const { return host_; }
  /// The longest chain of kernels that the host knows to be over.
  std::uint64_t host_chain() const;

  /// A task of a stream ran and touched memory under these numbers (see Cell).
  void ran(std::uint32_t stream, std::uint64_t task, NumberRange numbers);
  /// The numbers of what is not ordered before a task that knows so much.
  std::vector<NumberRange> unordered(std::uint32_t stream, const Known& known) const;
  /// No task is waiting: what the host knows is ordered before all that comes.
  void forget();

 private:
  struct Ran {
    std::uint64_t task;
    NumberRange numbers;
  };
  Known host_;
  std::map<std::uint32_t, std::deque<Ran>> ran_;  // by stream
};

}  // namespace emu
