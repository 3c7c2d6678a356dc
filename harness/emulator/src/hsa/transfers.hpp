// Copies that a program does not wait for: a thread does each once the signals it waits for are 0.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "runtime/transfers.hpp"

namespace emu::hsa {

class Process;

class Transfers {
 public:
  explicit Transfers(Process& process) : process_(process) {}

  /// Of known signals; `done` (0: none) gets 1 less when it is over.
  void queue(const Copy& copy, std::vector<std::uint64_t> after, std::uint64_t done);

 private:
  struct Job {
    Copy copy;
    std::vector<std::uint64_t> after;
    std::uint64_t done;
  };

  bool ready(const Job& job) const;
  bool take(Job& job);
  void serve();

  Process& process_;
  std::mutex lock_;
  std::deque<Job> jobs_;
  bool serving_ = false;
};

}  // namespace emu::hsa
