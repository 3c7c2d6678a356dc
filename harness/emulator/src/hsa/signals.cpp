#include "hsa/signals.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace emu::hsa {
namespace {

// Kernels change signals without a word; who waits looks so often.
constexpr auto look_again = std::chrono::milliseconds(2);
constexpr std::size_t slab = 64 * 1024;
constexpr std::uint64_t patience = 2'000'000'000;  // ns

SignalMemory* at(std::uint64_t signal) { return reinterpret_cast<SignalMemory*>(signal); }

std::int64_t value_of(std::uint64_t signal) {
  return __atomic_load_n(&at(signal)->value, __ATOMIC_SEQ_CST);
}

}  // namespace

bool holds(std::int64_t value, Condition condition, std::int64_t other) {
  switch (condition) {
    case Condition::equal:
      return value == other;
    case Condition::not_equal:
      return value != other;
    case Condition::less:
      return value < other;
    case Condition::at_least:
      return value >= other;
  }
  return false;
}

std::uint64_t now() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                        std::chrono::steady_clock::now().time_since_epoch())
                                        .count());
}

std::uint64_t Signals::create(std::int64_t value, std::int64_t kind) {
  std::unique_lock<std::mutex> guard(lock_);
  if (spare_.empty()) {
    guard.unlock();  // who gives memory may wait for a kernel that waits for a signal
    auto* const memory = static_cast<SignalMemory*>(pages_(slab));
    if (!memory) return 0;
    guard.lock();
    for (std::size_t i = 0; i < slab / sizeof(SignalMemory); ++i)
      spare_.push_back(reinterpret_cast<std::uint64_t>(memory + i));
  }
  const std::uint64_t signal = spare_.front();
  spare_.pop_front();
  *at(signal) = SignalMemory();
  at(signal)->kind = kind;
  __atomic_store_n(&at(signal)->value, value, __ATOMIC_SEQ_CST);
  live_.insert(signal);
  return signal;
}

bool Signals::destroy(std::uint64_t signal) {
  const std::lock_guard<std::mutex> guard(lock_);
  if (live_.erase(signal) == 0) return false;
  const auto of_it = [signal](const Waiting& one) { return one.signal == signal; };
  waiting_.erase(std::remove_if(waiting_.begin(), waiting_.end(), of_it), waiting_.end());
  spare_.push_back(signal);
  return true;
}

bool Signals::known(std::uint64_t signal) const {
  const std::lock_guard<std::mutex> guard(lock_);
  return live_.count(signal) == 1;
}

std::int64_t Signals::load(std::uint64_t signal) const { return value_of(signal); }

void Signals::store(std::uint64_t signal, std::int64_t value) {
  const std::lock_guard<std::mutex> guard(lock_);
  __atomic_store_n(&at(signal)->value, value, __ATOMIC_SEQ_CST);
  changed_.notify_all();
}

void Signals::add(std::uint64_t signal, std::int64_t value) {
  const std::lock_guard<std::mutex> guard(lock_);
  __atomic_fetch_add(&at(signal)->value, value, __ATOMIC_SEQ_CST);
  changed_.notify_all();
}

// A device that has failed changes nothing any more; GCC's runtime would wait for it for ever.
void Signals::give_up(std::uint64_t waited_since) {
  if (!failed_at_ || now() - std::max(failed_at_, waited_since) < patience) return;
  std::fputs("gpu-emulator: the program waits for a device that has failed, and ends here\n",
             stderr);
  std::_Exit(1);
}

std::int64_t Signals::wait(std::uint64_t signal, Condition condition, std::int64_t value,
                           std::uint64_t nanoseconds) {
  const std::uint64_t begin = now();
  const std::uint64_t end = nanoseconds > for_ever - begin ? for_ever : begin + nanoseconds;
  std::unique_lock<std::mutex> guard(lock_);
  for (;;) {
    const std::int64_t is = value_of(signal);
    if (holds(is, condition, value)) return is;
    const std::uint64_t moment = now();
    // GCC's runtime comes back after each millisecond.
    give_up(nanoseconds == for_ever ? begin : 0);
    if (moment >= end) return is;
    changed_.wait_for(
        guard, std::min<std::chrono::nanoseconds>(
                   look_again,
                   std::chrono::nanoseconds(end - moment > patience ? patience : end - moment)));
  }
}

void Signals::when(std::uint64_t signal, Condition condition, std::int64_t value,
                   SignalHandler handler, void* argument) {
  const std::lock_guard<std::mutex> guard(lock_);
  waiting_.push_back({signal, condition, value, handler, argument});
  if (!serving_) std::thread([this] { serve(); }).detach();
  serving_ = true;
  changed_.notify_all();
}

void Signals::serve() {
  std::unique_lock<std::mutex> guard(lock_);
  for (;;) {
    const auto ready = std::find_if(waiting_.begin(), waiting_.end(), [](const Waiting& one) {
      return holds(value_of(one.signal), one.condition, one.value);
    });
    if (ready == waiting_.end()) {
      if (waiting_.empty())
        changed_.wait(guard);
      else
        changed_.wait_for(guard, look_again);
      continue;
    }
    const Waiting one = *ready;
    waiting_.erase(ready);
    const std::int64_t value = value_of(one.signal);
    guard.unlock();
    const bool again = one.handler(value, one.argument);
    guard.lock();
    if (again && live_.count(one.signal)) waiting_.push_back(one);
  }
}

void Signals::until(const std::function<bool()>& holds) {
  std::unique_lock<std::mutex> guard(lock_);
  while (!holds()) changed_.wait_for(guard, look_again);
}

void Signals::wake() {
  const std::lock_guard<std::mutex> guard(lock_);
  changed_.notify_all();
}

void Signals::device_failed() {
  const std::lock_guard<std::mutex> guard(lock_);
  failed_at_ = now();
}

}  // namespace emu::hsa
