#include "hsa/transfers.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "hsa/process.hpp"

namespace emu::hsa {

void Transfers::queue(const Copy& copy, std::vector<std::uint64_t> after, std::uint64_t done) {
  {
    const std::lock_guard<std::mutex> guard(lock_);
    jobs_.push_back({copy, std::move(after), done});
    if (!serving_) std::thread([this] { serve(); }).detach();
    serving_ = true;
  }
  process_.signals.wake();
}

bool Transfers::ready(const Job& job) const {
  return std::all_of(job.after.begin(), job.after.end(),
                     [this](std::uint64_t one) { return process_.signals.load(one) == 0; });
}

bool Transfers::take(Job& job) {
  const std::lock_guard<std::mutex> guard(lock_);
  const auto found =
      std::find_if(jobs_.begin(), jobs_.end(), [this](const Job& one) { return ready(one); });
  if (found == jobs_.end()) return false;
  job = std::move(*found);
  jobs_.erase(found);
  return true;
}

void Transfers::serve() {
  for (;;) {
    Job job;
    process_.signals.until([&] { return take(job); });
    {
      const std::lock_guard<std::recursive_mutex> device(process_.lock);
      process_.copy(job.copy);
    }
    if (job.done) process_.signals.add(job.done, -1);
  }
}

}  // namespace emu::hsa
