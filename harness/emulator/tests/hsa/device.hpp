// What the tests have of the emulated device: agents, pools, a queue, kernels.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "../verdict.hpp"
#include "calls.hpp"
#include "image.hpp"

namespace emu::test {

using hsa::KernelPacket;
using hsa::PacketType;

constexpr std::uint32_t equal = 0, less = 2;
constexpr std::uint64_t for_ever = ~std::uint64_t{0};

inline std::vector<Handle> listed(Answer (*iterate)(Handle, Callback, void*), Handle of) {
  std::vector<Handle> all;
  const Callback add = [](Handle one, void* list) {
    static_cast<std::vector<Handle>*>(list)->push_back(one);
    return Answer{0};
  };
  check(iterate(of, add, &all) == 0, "pools or regions are listed");
  return all;
}

template <typename T>
T told(Answer (*question)(Handle, std::uint32_t, void*), std::uint32_t what, Handle of) {
  T value = {};
  check(question(of, what, &value) == 0, "attribute " + std::to_string(what));
  return value;
}

struct Found {
  Handle cpu{0}, gpu{0};
};

inline Found agents() {
  Found found;
  const Callback add = [](Handle one, void* list) {
    std::uint32_t kind = 9;
    check(hsa_agent_get_info(one, 17, &kind) == 0 && kind < 2, "an agent is of a kind");
    (kind ? static_cast<Found*>(list)->gpu : static_cast<Found*>(list)->cpu) = one;
    return Answer{0};
  };
  check(hsa_iterate_agents(add, &found) == 0 && found.cpu.handle && found.gpu.handle,
        "there are a host and a GPU");
  return found;
}

inline Handle signal(std::int64_t value) {
  Handle made{0};
  check(hsa_signal_create(value, 0, nullptr, &made) == 0 && made.handle, "a signal is made");
  return made;
}

/// A queue with what was told of its end.
struct TestQueue {
  QueueMemory* memory = nullptr;
  Answer status = 0;  // of its handler

  TestQueue(Handle gpu, std::uint32_t packets) {
    const QueueCallback failed = [](Answer why, QueueMemory*, void* self) {
      __atomic_store_n(&static_cast<TestQueue*>(self)->status, why, __ATOMIC_RELEASE);
    };
    check(hsa_queue_create(gpu, packets, 0, failed, this, ~0u, ~0u, &memory) == 0,
          "a queue is made");
  }

  /// Writes a packet, rings, and returns its number.
  std::uint64_t send(const void* packet, PacketType type) {
    const std::uint64_t index = hsa_queue_add_write_index_relaxed(memory, 1);
    while (index - hsa_queue_load_read_index_scacquire(memory) >= memory->size) {
    }
    auto* const place = reinterpret_cast<char*>(memory->ring) + index % memory->size * 64;
    std::memcpy(place + 4, static_cast<const char*>(packet) + 4, 60);
    std::uint32_t begin = 0;
    std::memcpy(&begin, packet, 4);
    begin = (begin & 0xffff0000u) | 0x1400u | static_cast<std::uint32_t>(type);
    __atomic_store_n(reinterpret_cast<std::uint32_t*>(place), begin, __ATOMIC_RELEASE);
    hsa_signal_store_relaxed(memory->doorbell, static_cast<std::int64_t>(index));
    return index;
  }

  Answer end() const {
    for (int i = 0; i < 10000; ++i) {
      const Answer told = __atomic_load_n(&status, __ATOMIC_ACQUIRE);
      if (told) return told;
      hsa_signal_wait_scacquire(memory->doorbell, equal, -1, 1'000'000, 0);
    }
    return 0;
  }
};

inline KernelPacket launch_of(std::uint64_t kernel, void* arguments, Handle done,
                              std::uint32_t items = 64) {
  KernelPacket packet = {};
  packet.dimensions = 1;
  packet.group[0] = 64;
  packet.group[1] = packet.group[2] = 1;
  packet.grid[0] = items;
  packet.grid[1] = packet.grid[2] = 1;
  packet.shared_bytes = 4;
  packet.kernel = kernel;
  packet.arguments = reinterpret_cast<std::uint64_t>(arguments);
  packet.completion = done;
  return packet;
}

}  // namespace emu::test
