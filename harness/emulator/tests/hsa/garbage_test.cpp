// What is no handle, no image or no packet: a status, never a crash and never "done".
#include <random>

#include "device.hpp"

using namespace emu::test;
using namespace emu::hsa;

namespace {

constexpr Handle nothing{0x123456789}, null{0};

template <typename F>
void refused(Answer status, const char* what, F call) {
  for (const Handle garbage : {nothing, null}) {
    const Answer is = call(garbage);
    check(is == status, std::string(what) + " of garbage gives " + std::to_string(is));
  }
}

void handles(const Found& found) {
  std::uint64_t room[32] = {};
  void* memory = nullptr;
  Handle made{0};
  QueueMemory* queue = nullptr;
  const Callback no_more = [](Handle, void*) { return Answer{1}; };
  refused(0x1004, "agent_get_info", [&](Handle h) { return hsa_agent_get_info(h, 0, room); });
  refused(0x1004, "iterate_isas",
          [&](Handle h) { return hsa_agent_iterate_isas(h, no_more, nullptr); });
  refused(0x1004, "iterate_regions",
          [&](Handle h) { return hsa_agent_iterate_regions(h, no_more, nullptr); });
  refused(0x1004, "iterate_memory_pools",
          [&](Handle h) { return hsa_amd_agent_iterate_memory_pools(h, no_more, nullptr); });
  refused(0x1004, "queue_create",
          [&](Handle h) { return hsa_queue_create(h, 64, 0, nullptr, nullptr, 0, 0, &queue); });
  refused(0x1004, "assign_agent", [&](Handle h) { return hsa_memory_assign_agent(room, h, 0); });
  refused(0x1004, "allow_access",
          [&](Handle h) { return hsa_amd_agents_allow_access(1, &h, nullptr, room); });
  refused(0x100F, "isa_get_info_alt", [&](Handle h) { return hsa_isa_get_info_alt(h, 0, room); });
  refused(40, "pool_get_info", [&](Handle h) { return hsa_amd_memory_pool_get_info(h, 0, room); });
  refused(40, "pool_allocate",
          [&](Handle h) { return hsa_amd_memory_pool_allocate(h, 8, 0, &memory); });
  refused(40, "agent_memory_pool_get_info",
          [&](Handle h) { return hsa_amd_agent_memory_pool_get_info(found.gpu, h, 0, room); });
  refused(0x1005, "region_get_info", [&](Handle h) { return hsa_region_get_info(h, 0, room); });
  refused(0x1005, "memory_allocate", [&](Handle h) { return hsa_memory_allocate(h, 8, &memory); });
  refused(0x1006, "signal_destroy", [&](Handle h) { return hsa_signal_destroy(h); });
  refused(0x1006, "async_handler", [&](Handle h) {
    return hsa_amd_signal_async_handler(h, 0, 0, [](std::int64_t, void*) { return false; }, room);
  });
  refused(0x1010, "code_object_destroy", [&](Handle h) { return hsa_code_object_destroy(h); });
  refused(0x1021, "reader_destroy", [&](Handle h) { return hsa_code_object_reader_destroy(h); });
  refused(0x1011, "executable_destroy", [&](Handle h) { return hsa_executable_destroy(h); });
  refused(0x1011, "load_code_object",
          [&](Handle h) { return hsa_executable_load_code_object(h, found.gpu, nothing, ""); });
  refused(0x1011, "freeze", [&](Handle h) { return hsa_executable_freeze(h, ""); });
  refused(0x1011, "get_symbol_by_name",
          [&](Handle h) { return hsa_executable_get_symbol_by_name(h, "x", nullptr, &made); });
  refused(0x1019, "symbol_get_info",
          [&](Handle h) { return hsa_executable_symbol_get_info(h, 0, room); });

  check(hsa_signal_load_scacquire(nothing) == -1, "no signal has no value");
  check(hsa_signal_wait_scacquire(nothing, equal, 0, for_ever, 0) == -1, "nor can it be done");
  hsa_signal_store_relaxed(nothing, 1);
  hsa_signal_subtract_screlease(null, 1);
  auto* const no_queue = reinterpret_cast<QueueMemory*>(room);
  check(hsa_queue_destroy(no_queue) == 0x1007 && hsa_queue_destroy(nullptr) == 0x1007, "no queue");
  check(hsa_queue_add_write_index_relaxed(no_queue, 1) == 0 &&
            hsa_queue_load_read_index_acquire(nullptr) == 0,
        "has no packets");
  check(hsa_amd_memory_pool_free(room) == 0x1003 && hsa_amd_memory_unlock(room) == 0x1001,
        "what was not allocated or locked");
}

void arguments(const Found& found) {
  std::uint64_t room[32] = {};
  QueueMemory* queue = nullptr;
  const Handle gone = signal(1);
  check(hsa_signal_destroy(gone) == 0 && hsa_signal_destroy(gone) == 0x1006, "twice destroyed");
  check(hsa_agent_get_info(found.gpu, 0xBEEF, room) == 0x1001, "an attribute of nothing");
  check(hsa_agent_get_info(found.gpu, 0, nullptr) == 0x1001, "an answer to nowhere");
  check(hsa_system_get_info(0xBEEF, room) == 0x1001, "an attribute of no system");
  check(hsa_iterate_agents(nullptr, nullptr) == 0x1001, "no callback");
  check(hsa_queue_create(found.gpu, 100, 0, nullptr, nullptr, 0, 0, &queue) == 0x1001 &&
            hsa_queue_create(found.gpu, 1 << 20, 0, nullptr, nullptr, 0, 0, &queue) == 0x1001 &&
            hsa_queue_create(found.gpu, 64, 2, nullptr, nullptr, 0, 0, &queue) == 0x1002 &&
            hsa_queue_create(found.cpu, 64, 0, nullptr, nullptr, 0, 0, &queue) == 0x1002,
        "queues that cannot be");
  void* device = nullptr;
  Handle pool{0};
  for (const Handle one : listed(hsa_amd_agent_iterate_memory_pools, found.gpu))
    if (told<std::uint32_t>(hsa_amd_memory_pool_get_info, 0, one) == 0) pool = one;
  check(hsa_amd_memory_pool_allocate(pool, 100, 0, &device) == 0, "memory");
  check(hsa_amd_memory_pool_allocate(pool, std::size_t{1} << 60, 0, &device) == 0x1008,
        "more than there is");
  check(hsa_memory_copy(room, device, 101) == 0x1001 &&
            hsa_memory_copy(static_cast<char*>(device) + 96, room, 8) == 0x1001,
        "copies beyond an allocation");
  check(
      hsa_amd_memory_async_copy(device, found.gpu, room, found.gpu, 8, 1, &gone, nothing) == 0x1006,
      "a copy after no signal");
  check(hsa_amd_memory_fill(device, 0, std::size_t{1} << 63) == 0x1001, "an endless fill");
  check(hsa_amd_memory_pool_free(device) == 0 && hsa_memory_copy(room, device, 8) == 0x1001,
        "what was freed");
  check(hsa_amd_profiling_set_profiler_enabled(nullptr, 1) == 0x1000, "what is not there");
  const char* text = nullptr;
  check(hsa_status_string(0x1006, &text) == 0 && text && *text, "a status has a text");
  check(hsa_status_string(0xABCD, &text) == 0x1001, "no status has none");
}

Answer load(Handle gpu, const std::vector<std::uint8_t>& bytes) {
  Handle object{0}, executable{0};
  if (const Answer status = hsa_code_object_deserialize(bytes.data(), bytes.size(), "", &object))
    return status;
  check(hsa_executable_create(0, 0, "", &executable) == 0, "an executable");
  const Answer status = hsa_executable_load_code_object(executable, gpu, object, "");
  check(hsa_executable_destroy(executable) == 0 && hsa_code_object_destroy(object) == 0, "gone");
  return status;
}

void images(Handle gpu) {
  const std::vector<std::uint8_t> good = Image().bytes();
  check(load(gpu, good) == 0, "a good image loads");
  check(load(gpu, Image(0x53f, 1).bytes()) == 0x1010, "one of version 3");
  check(load(gpu, Image(0x530, 3).bytes()) == 0x1010, "one for gfx908");
  for (std::size_t length = 1; length < good.size(); length += 41)
    check(load(gpu, {good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length)}) == 0x1010,
          "an image of " + std::to_string(length) + " bytes");
  std::mt19937 random(1);
  unsigned loading = 0;
  for (int i = 0; i < 3000; ++i) {
    std::vector<std::uint8_t> broken = good;
    for (int j = 0; j < 3; ++j) {
      // Where tables are, and not the zeros between.
      const std::size_t at = random() % 2 ? random() % 0x180 : Image::end - 1 + random() % 700;
      broken[at % broken.size()] = static_cast<std::uint8_t>(random());
    }
    const Answer status = load(gpu, broken);
    loading += status == 0;
    check(status == 0 || status == 0x1010 || status == 0x1008, "a broken image");
  }
  check(loading > 100 && loading < 2900, std::to_string(loading) + " of 3000 broken images load");
}

Handle executable_of(Handle gpu) {
  const std::vector<std::uint8_t> bytes = Image().bytes();
  Handle reader{0}, executable{0};
  std::uint64_t room = 0;
  check(hsa_code_object_reader_create_from_memory(bytes.data(), bytes.size(), &reader) == 0 &&
            hsa_executable_create_alt(1, 1, "", &executable) == 0 &&
            hsa_executable_global_variable_define(executable, "outside", &room) == 0 &&
            hsa_executable_global_variable_define(executable, "outside", &room) == 0x1014 &&
            hsa_executable_load_agent_code_object(executable, gpu, reader, "", nullptr) == 0 &&
            hsa_executable_freeze(executable, "") == 0,
        "an executable by a reader");
  check(hsa_executable_load_agent_code_object(executable, gpu, reader, "", nullptr) == 0x1012,
        "a frozen one takes no more");
  Handle symbol{0};
  check(hsa_executable_get_symbol_by_name(executable, "nobody", nullptr, &symbol) == 0x1013,
        "a symbol that is not there");
  return executable;
}

std::uint64_t kernel_of(Handle executable, const char* name) {
  Handle symbol{0};
  check(hsa_executable_get_symbol_by_name(executable, name, nullptr, &symbol) == 0, name);
  return told<std::uint64_t>(hsa_executable_symbol_get_info, 22, symbol);
}

// Each ends its queue with a status, and its signal stays.
void packets(Handle gpu) {
  const Handle executable = executable_of(gpu);
  const Handle done = signal(1);
  const KernelPacket good = launch_of(kernel_of(executable, "store.kd"), nullptr, done);
  const auto ends = [&](Answer status, const char* what, PacketType type, auto change) {
    KernelPacket packet = good;
    change(packet);
    TestQueue queue(gpu, 8);
    queue.send(&packet, type);
    const Answer is = queue.end();
    check(is == status, std::string(what) + " ends with " + std::to_string(is));
    check(hsa_signal_load_scacquire(done) == 1, std::string(what) + " is never done");
    check(hsa_queue_destroy(queue.memory) == 0, "its queue goes");
  };
  const auto as_it_is = [](KernelPacket&) {};
  ends(0x1009, "a vendor's packet", PacketType::vendor, as_it_is);
  ends(0x1009, "a packet of no type", static_cast<PacketType>(77), as_it_is);
  ends(0x1009, "an empty grid", PacketType::kernel, [](KernelPacket& p) { p.grid[1] = 0; });
  ends(0x1009, "a huge grid", PacketType::kernel,
       [](KernelPacket& p) { p.grid[0] = p.grid[1] = p.grid[2] = ~0u; });
  ends(0x1009, "a large group", PacketType::kernel, [](KernelPacket& p) { p.group[1] = 1000; });
  ends(0x1009, "too much LDS", PacketType::kernel,
       [](KernelPacket& p) { p.shared_bytes = 1 << 20; });
  ends(0x1010, "no kernel", PacketType::kernel, [](KernelPacket& p) { p.kernel += 8; });
  ends(0x1010, "a null kernel", PacketType::kernel, [](KernelPacket& p) { p.kernel = 0; });
  ends(0x1009, "no completion signal", PacketType::kernel,
       [](KernelPacket& p) { p.completion = nothing; });
  ends(0x1009, "a barrier for no signal", PacketType::barrier_and,
       [](KernelPacket& p) { p.grid[0] = 3; });
  ends(42, "an instruction that is none", PacketType::kernel,
       [&](KernelPacket& p) { p.kernel = kernel_of(executable, "odd.kd"); });
  ends(43, "null arguments", PacketType::kernel, as_it_is);
}

}  // namespace

int main() {
  check(hsa_shut_down() == 0x100B, "nothing works before it begins");
  check(hsa_init() == 0, "it begins");
  const Found found = agents();
  handles(found);
  arguments(found);
  images(found.gpu);
  packets(found.gpu);
  return result();
}
