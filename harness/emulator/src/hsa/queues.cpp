#include "hsa/queues.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "hsa/process.hpp"

namespace emu::hsa {
namespace {

KernelPacket* packet_at(const QueueMemory& queue, std::uint64_t index) {
  return reinterpret_cast<KernelPacket*>(queue.ring) + index % queue.size;
}

PacketType type_of(const KernelPacket& packet) {
  return static_cast<PacketType>(__atomic_load_n(&packet.header, __ATOMIC_ACQUIRE) & 0xff);
}

std::string numbered(std::uint64_t index) { return "packet " + std::to_string(index) + ": "; }

// Sizes that a launch may have.
void check_shape(const KernelPacket& packet, std::uint64_t index) {
  const auto broken = [&](const std::string& what) {
    return Broken{invalid_packet_format, numbered(index) + what};
  };
  std::uint64_t items = 1, all = 1;
  for (int i = 0; i < 3; ++i) {
    items *= packet.group[i];
    all *= packet.grid[i];
    if (all > std::uint64_t{1} << 40) throw broken("a grid that is too large");
  }
  if (items == 0 || all == 0) throw broken("a grid or a group without work-items");
  if (items > most_work_items)
    throw broken("a group of " + std::to_string(items) + " work-items; 1024 are the most");
  if (packet.shared_bytes > lds_bytes)
    throw broken(std::to_string(packet.shared_bytes) + " bytes of LDS a group; 65536 are the most");
}

}  // namespace

QueueMemory* Queues::create(std::uint32_t packets, std::uint32_t type, QueueHandler handler,
                            void* argument) {
  const std::lock_guard<std::recursive_mutex> device(process_.lock);
  const std::uint64_t doorbell = process_.signals.create(0, doorbell_signal);
  void* const pages = process_.host_memory.allocate(
      sizeof(QueueMemory) + packets * sizeof(KernelPacket), Pool::host_fine);
  if (!doorbell || !pages) return nullptr;
  auto* const memory = static_cast<QueueMemory*>(pages);
  memory->type = type;
  memory->features = 1;  // kernels
  memory->ring = reinterpret_cast<std::uint64_t>(memory + 1);
  memory->doorbell = {doorbell};
  memory->size = packets;
  const amd::Apertures apertures;
  memory->shared_aperture = apertures.shared;
  memory->private_aperture = apertures.lane;
  memory->read_index_offset = offsetof(QueueMemory, read_index);
  for (std::uint32_t i = 0; i < packets; ++i)
    packet_at(*memory, i)->header = static_cast<std::uint16_t>(PacketType::invalid);
  reinterpret_cast<SignalMemory*>(doorbell)->queue = reinterpret_cast<std::uint64_t>(memory);

  const std::lock_guard<std::mutex> guard(lock_);
  memory->id = created_++;
  auto& queue = queues_[memory] = std::make_unique<Queue>();
  queue->memory = memory;
  queue->handler = handler;
  queue->argument = argument;
  queue->thread = std::thread([this, made = queue.get()] { serve(*made); });
  return memory;
}

bool Queues::known(const QueueMemory* memory) const {
  const std::lock_guard<std::mutex> guard(lock_);
  return queues_.count(memory) == 1;
}

bool Queues::destroy(QueueMemory* memory) {
  std::unique_ptr<Queue> queue;
  {
    const std::lock_guard<std::mutex> guard(lock_);
    const auto found = queues_.find(memory);
    if (found == queues_.end()) return false;
    queue = std::move(found->second);
    queues_.erase(found);
  }
  queue->stop = true;
  process_.signals.wake();
  if (queue->thread.get_id() == std::this_thread::get_id()) {  // its own handler destroys it
    queue->thread.detach();
    static_cast<void>(queue.release());
    return true;
  }
  queue->thread.join();
  const std::lock_guard<std::recursive_mutex> device(process_.lock);
  process_.signals.destroy(memory->doorbell.handle);
  if (memory->scratch) process_.memory->release(memory->scratch);
  process_.host_memory.release(memory);
  return true;
}

std::uint64_t Queues::settle() {
  std::uint64_t left = 0;
  const std::lock_guard<std::mutex> guard(lock_);
  for (const auto& [memory, queue] : queues_) {
    const Queue& one = *queue;
    process_.signals.until([&one] { return !one.busy || one.stop; });
    const std::uint64_t read = __atomic_load_n(&memory->read_index, __ATOMIC_ACQUIRE);
    for (std::uint64_t i = read;
         i < __atomic_load_n(&memory->write_index, __ATOMIC_ACQUIRE) && i < read + memory->size;
         ++i)
      left += type_of(*packet_at(*memory, i)) == PacketType::kernel;
  }
  return left;
}

void Queues::serve(Queue& queue) {
  QueueMemory& memory = *queue.memory;
  for (;;) {
    const std::uint64_t index = memory.read_index;
    KernelPacket* const packet = packet_at(memory, index);
    process_.signals.until([&] {
      return queue.stop || (index < __atomic_load_n(&memory.write_index, __ATOMIC_ACQUIRE) &&
                            type_of(*packet) != PacketType::invalid);
    });
    if (queue.stop) return;
    try {
      handle(queue, *packet, index);
    } catch (const Broken& why) {
      fail(queue, why);
      return;
    }
    if (queue.stop) return;
    const std::uint64_t completion = packet->completion.handle;
    __atomic_store_n(&packet->header, static_cast<std::uint16_t>(PacketType::invalid),
                     __ATOMIC_RELEASE);
    __atomic_store_n(&memory.read_index, index + 1, __ATOMIC_RELEASE);
    if (completion) process_.signals.add(completion, -1);
  }
}

void Queues::handle(Queue& queue, const KernelPacket& packet, std::uint64_t index) {
  const std::uint64_t completion = packet.completion.handle;
  const PacketType type = type_of(packet);
  const auto& barrier = reinterpret_cast<const BarrierPacket&>(packet);
  if (completion && !process_.signals.known(completion))
    throw Broken{invalid_packet_format, numbered(index) + "its completion signal is none"};
  switch (type) {
    case PacketType::kernel: {
      const Busy busy(queue, process_.signals);
      launch(queue, packet, index);
      return;
    }
    case PacketType::barrier_and:
    case PacketType::barrier_or:
      for (const Handle& one : barrier.signals)
        if (one.handle && !process_.signals.known(one.handle))
          throw Broken{invalid_packet_format, numbered(index) + "it waits for what is no signal"};
      wait_for(queue, barrier, type == PacketType::barrier_and);
      return;
    default:
      throw Broken{invalid_packet_format, numbered(index) + "unsupported: a packet of type " +
                                              std::to_string(static_cast<unsigned>(type)) +
                                              "; kernels (2) and barriers (3, 5) are executed"};
  }
}

void Queues::wait_for(Queue& queue, const BarrierPacket& packet, bool all) {
  std::vector<std::uint64_t> signals;
  for (const Handle& one : packet.signals)
    if (one.handle) signals.push_back(one.handle);
  const auto over = [&](std::uint64_t one) { return process_.signals.load(one) == 0; };
  process_.signals.until([&] {
    return queue.stop || signals.empty() ||
           (all ? std::all_of(signals.begin(), signals.end(), over)
                : std::any_of(signals.begin(), signals.end(), over));
  });
}

void Queues::launch(Queue& queue, const KernelPacket& packet, std::uint64_t index) {
  check_shape(packet, index);
  const std::lock_guard<std::recursive_mutex> device(process_.lock);
  amd::Dispatch dispatch;
  dispatch.code = process_.executables.code_with(packet.kernel);
  if (!dispatch.code)
    throw Broken{invalid_code_object, numbered(index) + "no kernel that is loaded has its code"};
  dispatch.descriptor = packet.kernel;
  dispatch.packet = reinterpret_cast<std::uint64_t>(&packet);
  dispatch.arguments = packet.arguments;
  dispatch.queue = reinterpret_cast<std::uint64_t>(queue.memory);
  dispatch.id = index;
  dispatch.grid = {packet.grid[0], packet.grid[1], packet.grid[2]};
  dispatch.group = {packet.group[0], packet.group[1], packet.group[2]};
  dispatch.shared_bytes = packet.shared_bytes;
  dispatch.private_bytes = packet.private_bytes;
  try {
    process_.execute(dispatch, *queue.memory, queue.stop);
  } catch (const Unsupported& reason) {
    throw Broken{illegal_instruction, std::string("unsupported: ") + reason.what()};
  } catch (const std::bad_alloc&) {
    throw Broken{out_of_resources,
                 "the host has no memory left for what the emulated device needs"};
  }
}

// On a GPU, too, nothing comes out of a queue any more in which something went wrong.
void Queues::fail(Queue& queue, const Broken& why) {
  if (!why.line.empty()) std::fprintf(stderr, "gpu-emulator: %s\n", why.line.c_str());
  process_.failed();
  if (!queue.handler) std::abort();
  queue.handler(why.status, queue.memory, queue.argument);
}

}  // namespace emu::hsa
