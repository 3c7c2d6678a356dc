// Queues.
#include "hsa/info.hpp"
#include "hsa/process.hpp"

using namespace emu;
using namespace emu::hsa;

namespace {

template <typename F>
std::uint64_t of_queue(const char* name, const QueueMemory* queue, F body) {
  std::uint64_t index = 0;
  call(name, [&](Process& process) {
    if (!process.queues.known(queue))
      return refused(invalid_queue, name,
                     "no queue " + in_hex(reinterpret_cast<std::uint64_t>(queue)));
    index = body();
    return ok;
  });
  return index;
}

std::uint64_t read_index(const char* name, const QueueMemory* queue) {
  return of_queue(name, queue,
                  [&] { return __atomic_load_n(&queue->read_index, __ATOMIC_ACQUIRE); });
}

std::uint64_t add_write_index(const char* name, QueueMemory* queue, std::uint64_t value) {
  return of_queue(name, queue,
                  [&] { return __atomic_fetch_add(&queue->write_index, value, __ATOMIC_ACQ_REL); });
}

}  // namespace

EMU_API Status hsa_queue_create(Handle agent, std::uint32_t packets, std::uint32_t type,
                                QueueHandler handler, void* argument, std::uint32_t, std::uint32_t,
                                QueueMemory** queue) {
  constexpr const char* name = "hsa_queue_create";
  constexpr std::uint32_t cooperative = 2;
  return call(name, [&](Process& process) {
    if (!is_agent(agent)) return refused(invalid_agent, name, "no agent " + in_hex(agent.handle));
    if (!is_gpu(agent)) return refused(invalid_queue_creation, name, "the host has no queues");
    if (!queue || packets == 0 || (packets & (packets - 1)) || packets > Queues::most_packets)
      return refused(invalid_argument, name,
                     "a queue holds a power of two of packets, at most " +
                         std::to_string(Queues::most_packets));
    if (type >= cooperative)
      return refused(invalid_queue_creation, name,
                     "unsupported: a queue of type " + std::to_string(type));
    *queue = process.queues.create(packets, type, handler, argument);
    return *queue ? ok : refused(out_of_resources, name, "no memory left");
  });
}

EMU_API Status hsa_queue_destroy(QueueMemory* queue) {
  constexpr const char* name = "hsa_queue_destroy";
  return call(name, [&](Process& process) {
    return process.queues.destroy(queue)
               ? ok
               : refused(invalid_queue, name,
                         "no queue " + in_hex(reinterpret_cast<std::uint64_t>(queue)));
  });
}

EMU_API std::uint64_t hsa_queue_load_read_index_scacquire(const QueueMemory* queue) {
  return read_index("hsa_queue_load_read_index_scacquire", queue);
}
EMU_API std::uint64_t hsa_queue_load_read_index_acquire(const QueueMemory* queue) {
  return read_index("hsa_queue_load_read_index_acquire", queue);
}
EMU_API std::uint64_t hsa_queue_add_write_index_relaxed(QueueMemory* queue, std::uint64_t value) {
  return add_write_index("hsa_queue_add_write_index_relaxed", queue, value);
}
EMU_API std::uint64_t hsa_queue_add_write_index_release(QueueMemory* queue, std::uint64_t value) {
  return add_write_index("hsa_queue_add_write_index_release", queue, value);
}
