#include "runtime/order.hpp"

#include <algorithm>

namespace emu {
namespace {

std::uint64_t task_in(const Known& known, std::uint32_t stream) {
  const auto found = known.find(stream);
  return found == known.end() ? 0 : found->second;
}

}  // namespace

void join(Known& to, const Known& from) {
  for (const auto& [stream, task] : from) {
    std::uint64_t& known = to[stream];
    known = std::max(known, task);
  }
}

std::uint64_t StreamOrder::host_chain() const { return task_in(host_, chain_of_kernels); }

void StreamOrder::ran(std::uint32_t stream, std::uint64_t task, NumberRange numbers) {
  ran_[stream].push_back({task, numbers});
}

std::vector<NumberRange> StreamOrder::unordered(std::uint32_t stream, const Known& known) const {
  std::vector<NumberRange> found;
  for (const auto& [other, tasks] : ran_) {
    if (other == stream) continue;
    const std::uint64_t over = task_in(known, other);
    for (auto ran = tasks.rbegin(); ran != tasks.rend() && ran->task > over; ++ran)
      found.push_back(ran->numbers);
  }
  std::sort(found.begin(), found.end(),
            [](const NumberRange& a, const NumberRange& b) { return a.first < b.first; });
  return found;
}

void StreamOrder::forget() {
  for (auto& [stream, tasks] : ran_) {
    const std::uint64_t over = task_in(host_, stream);
    while (!tasks.empty() && tasks.front().task <= over) tasks.pop_front();
  }
}

}  // namespace emu
