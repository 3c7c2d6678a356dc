// Queues: rings of packets, each with a thread of its own that does what they say.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

#include "hsa/abi.hpp"

namespace emu::hsa {

class Process;

/// Of the host: what went wrong in a queue.
using QueueHandler = void (*)(Status, QueueMemory*, void*);

struct Queue {
  QueueMemory* memory = nullptr;
  std::thread thread;
  QueueHandler handler = nullptr;
  void* argument = nullptr;
  std::atomic<bool> stop{false};
  std::atomic<bool> busy{false};  // with a packet
};

/// Why a queue goes no further.
struct Broken {
  Status status;
  std::string line;  // for people; empty: they have been told
};

class Queues {
 public:
  explicit Queues(Process& process) : process_(process) {}

  static constexpr std::uint32_t most_packets = 4096;

  /// Null: there is no memory.
  QueueMemory* create(std::uint32_t packets, std::uint32_t type, QueueHandler handler,
                      void* argument);
  /// False: there is no such queue.  What it has begun ends soon.
  bool destroy(QueueMemory* memory);
  bool known(const QueueMemory* memory) const;
  /// Waits until no queue works on a packet, at the end of the program.  Returns how many packets
  /// are left.
  std::uint64_t settle();

 private:
  void serve(Queue& queue);
  void handle(Queue& queue, const KernelPacket& packet, std::uint64_t index);
  void launch(Queue& queue, const KernelPacket& packet, std::uint64_t index);
  void wait_for(Queue& queue, const BarrierPacket& packet, bool all);
  void fail(Queue& queue, const Broken& why);

  Process& process_;
  mutable std::mutex lock_;
  std::unordered_map<const QueueMemory*, std::unique_ptr<Queue>> queues_;
  std::uint64_t created_ = 0;
};

}  // namespace emu::hsa
