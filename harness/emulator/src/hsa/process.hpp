// What a process has of the emulated AMD device beside memory and findings.
#pragma once

#include <atomic>
#include <cstdio>
#include <memory>
#include <new>
#include <string>

#include "hsa/cards.hpp"
#include "hsa/executables.hpp"
#include "hsa/host_memory.hpp"
#include "hsa/queues.hpp"
#include "hsa/signals.hpp"
#include "hsa/transfers.hpp"
#include "runtime/device.hpp"
#include "runtime/exported.hpp"

namespace emu::hsa {

class Process : public Device {
 public:
  /// The one of this process; the first who asks says for whom.
  static Process& get(bool of_gcc = false);

  const Card card;
  std::atomic<std::uint32_t> users{0};  // calls of hsa_init without one of hsa_shut_down
  std::atomic<std::uint64_t> waits{0};  // for signals
  HostMemory host_memory;
  Signals signals;
  Executables executables;
  Queues queues;
  Transfers transfers;

  const char* name() const override { return card.name; }
  std::string key() const override { return card.key; }
  std::vector<std::string> modules_kept() const override { return {}; }
  HostCounts host_so_far() const override;
  void touch(std::uint64_t, std::uint64_t, bool) override {}  // races between launches: LIMITS.md

  // While one holds the lock:
  /// Whether the bytes of a copy may be touched, as far as they are the device's.
  bool fits(const Copy& copy) const;
  /// Does and counts a copy.
  void copy(const Copy& one);
  /// Runs a kernel.  Throws Unsupported, or Broken where a GPU would have stopped.
  void execute(amd::Dispatch& dispatch, QueueMemory& queue, const std::atomic<bool>& stop);

  /// A queue does nothing any more: the report is written now, as programs end without a word.
  void failed();
  /// At the end of the program.
  void finish();

 private:
  explicit Process(const Card& card);

  std::unique_ptr<Beyond> beyond_;  // once something is launched
  bool reported_ = false;
};

/// A queue works on a packet.
class Busy {
 public:
  Busy(Queue& queue, Signals& signals) : queue_(queue), signals_(signals) { queue_.busy = true; }
  ~Busy() {
    queue_.busy = false;
    signals_.wake();
  }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  Queue& queue_;
  Signals& signals_;
};

/// Says why a call is refused, each line once, and returns its status.
Status refused(Status status, const char* call, const std::string& why);
/// A number as people read addresses and handles.
std::string in_hex(std::uint64_t number);

/// What a call does between hsa_init and hsa_shut_down.
template <typename F>
Status call(const char* name, F body) {
  Process& process = Process::get();
  if (process.users == 0) return refused(not_initialized, name, "hsa_init was not called");
  try {
    return body(process);
  } catch (const std::bad_alloc&) {
    return refused(out_of_resources, name, "the host has no memory left");
  }
}

/// The same, alone with the device's memory: it waits for a kernel that runs.
template <typename F>
Status device_call(const char* name, F body) {
  return call(name, [&](Process& process) {
    const std::lock_guard<std::recursive_mutex> guard(process.lock);
    return body(process);
  });
}

}  // namespace emu::hsa
