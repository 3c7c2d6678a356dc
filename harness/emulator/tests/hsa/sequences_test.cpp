// The calls that LLVM's and GCC's runtimes make, in their order, and what comes back.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "device.hpp"

using namespace emu::test;
using namespace emu::hsa;

namespace {

constexpr std::uint32_t kernel_object = 22, variable_address = 21;

bool of_gcc() {
  const char* const name = std::getenv("GPU_EMULATOR_AMD");
  return name && std::string(name) == "gfx906";
}

Image image() { return of_gcc() ? Image(0x62f, 2) : Image(); }

std::string text(Handle agent, std::uint32_t what) {
  char name[64] = {};
  check(hsa_agent_get_info(agent, what, name) == 0, "an agent has a name");
  return name;
}

Answer take_isa(Handle isa, void* name) {
  std::uint32_t length = 0;
  check(hsa_isa_get_info_alt(isa, 0, &length) == 0, "an instruction set has a name");
  std::string& wanted = *static_cast<std::string*>(name);
  wanted.resize(length);
  check(hsa_isa_get_info_alt(isa, 1, &wanted[0]) == 0, "which is told");
  check(wanted.back() == '\0', "with its final zero");
  wanted.pop_back();
  return 0;
}

struct Pools {
  Handle fine{0}, arguments{0}, device{0};
};

Pools pools(const Found& found) {
  Pools all;
  for (const Handle pool : listed(hsa_amd_agent_iterate_memory_pools, found.cpu)) {
    if (told<std::uint32_t>(hsa_amd_memory_pool_get_info, 0, pool) != 0) continue;
    const auto flags = told<std::uint32_t>(hsa_amd_memory_pool_get_info, 1, pool);
    if (flags == 2) all.fine = pool;
    if (flags == 3) all.arguments = pool;
  }
  for (const Handle pool : listed(hsa_amd_agent_iterate_memory_pools, found.gpu))
    if (told<std::uint32_t>(hsa_amd_memory_pool_get_info, 0, pool) == 0) all.device = pool;
  check(all.fine.handle && all.arguments.handle && all.device.handle, "all pools are there");
  return all;
}

template <typename T>
T* allocated(Handle pool, std::size_t count) {
  void* memory = nullptr;
  check(hsa_amd_memory_pool_allocate(pool, count * sizeof(T), 0, &memory) == 0 && memory,
        "memory is given");
  return static_cast<T*>(memory);
}

struct Loaded {
  Handle executable{0};
  std::uint64_t store = 0, odd = 0, divides = 0, answer = 0, where = 0;
};

std::uint64_t address_of(Handle executable, const char* name, std::uint32_t what) {
  Handle symbol{0};
  check(hsa_executable_get_symbol_by_name(executable, name, nullptr, &symbol) == 0,
        std::string(name) + " is found");
  return told<std::uint64_t>(hsa_executable_symbol_get_info, what, symbol);
}

Loaded loaded(Handle gpu) {
  const std::vector<std::uint8_t> bytes = image().bytes();
  Handle object{0};
  Loaded made;
  std::uint32_t wrong = 9;
  check(hsa_code_object_deserialize(bytes.data(), bytes.size(), "", &object) == 0, "an image");
  check(hsa_executable_create_alt(1, 1, "", &made.executable) == 0, "an executable");
  check(hsa_executable_load_code_object(made.executable, gpu, object, "") == 0, "it loads");
  check(hsa_executable_freeze(made.executable, "") == 0, "it freezes");
  check(hsa_executable_validate(made.executable, &wrong) == 0 && wrong == 0, "it is valid");
  made.store = address_of(made.executable, "store.kd", kernel_object);
  made.odd = address_of(made.executable, "odd.kd", kernel_object);
  made.divides = address_of(made.executable, "__divsf3.kd", kernel_object);
  made.answer = address_of(made.executable, "answer", variable_address);
  made.where = address_of(made.executable, "where", variable_address);
  check(hsa_code_object_destroy(object) == 0, "the image goes");
  return made;
}

void agents_are_told(const Found& found) {
  const std::string isa = of_gcc() ? "gfx906" : "gfx90a";
  check(text(found.gpu, 0) == isa && text(found.gpu, 1) == "AMD", "the GPU is " + isa);
  std::string name;
  check(hsa_agent_iterate_isas(found.gpu, take_isa, &name) == 0, "it has an instruction set");
  check(name == "amdgcn-amd-amdhsa--" + isa + ":sramecc+:xnack-", "of the right name: " + name);
  check(told<std::uint32_t>(hsa_agent_get_info, 6, found.gpu) == 64, "waves of 64");
  check(told<std::uint32_t>(hsa_agent_get_info, 0xA002, found.gpu) == (of_gcc() ? 60u : 104u),
        "as many compute units as the card has");
  check(told<std::uint32_t>(hsa_agent_get_info, 2, found.gpu) == 1, "it runs kernels");
  check(told<std::uint32_t>(hsa_agent_get_info, 2, found.cpu) == 0, "the host does not");
  std::uint64_t earlier = 0, later = 0;
  check(hsa_system_get_info(2, &earlier) == 0 && hsa_system_get_info(2, &later) == 0 &&
            later >= earlier && earlier > 0,
        "time goes on");
}

struct Arrival {
  Handle second{0};
  const double* staged = nullptr;
  double got[4] = {};
};

// As LLVM's runtime brings data back: a copy, then a handler that empties the staging buffer.
void copies(const Found& found, const Pools& all) {
  double* const device = allocated<double>(all.device, 4);
  double* const staged = allocated<double>(all.fine, 4);
  check(hsa_amd_agents_allow_access(1, &found.gpu, nullptr, staged) == 0, "the GPU may see it");
  const double given[4] = {1, 2, 3, 4};
  std::memcpy(staged, given, sizeof given);
  const Handle first = signal(1), second = signal(1), third = signal(1);
  check(hsa_amd_memory_async_copy(device, found.gpu, staged, found.gpu, sizeof given, 0, nullptr,
                                  first) == 0,
        "a copy to the device begins");
  check(hsa_signal_wait_scacquire(first, equal, 0, for_ever, 0) == 0, "it ends");
  std::memset(staged, 0, sizeof given);
  check(hsa_amd_memory_async_copy(staged, found.gpu, device, found.gpu, sizeof given, 1, &third,
                                  second) == 0,
        "a copy back begins");
  check(hsa_signal_wait_scacquire(second, equal, 0, 20'000'000, 0) == 1, "it waits for a signal");
  Arrival arrival{signal(1), staged};
  const auto empty = [](std::int64_t, void* of) {
    Arrival& here = *static_cast<Arrival*>(of);
    std::memcpy(here.got, here.staged, sizeof here.got);
    hsa_signal_subtract_screlease(here.second, 1);
    return false;
  };
  check(hsa_amd_signal_async_handler(second, equal, 0, empty, &arrival) == 0, "a handler waits");
  hsa_signal_store_screlease(third, 0);
  check(hsa_signal_wait_scacquire(arrival.second, equal, 0, for_ever, 0) == 0, "it was called");
  check(std::memcmp(arrival.got, given, sizeof given) == 0, "with what was copied");

  std::vector<double> large(300000, 2.5), back(300000);
  double* const there = allocated<double>(all.device, large.size());
  for (const bool to_device : {true, false}) {
    double* const host = to_device ? large.data() : back.data();
    void* agent_side = nullptr;
    check(hsa_amd_memory_lock(host, large.size() * 8, nullptr, 0, &agent_side) == 0, "it locks");
    const Handle done = signal(1);
    check(hsa_amd_memory_async_copy(to_device ? there : agent_side, found.gpu,
                                    to_device ? agent_side : there, found.gpu, large.size() * 8, 0,
                                    nullptr, done) == 0,
          "a long copy begins");
    check(hsa_signal_wait_scacquire(done, equal, 0, for_ever, 0) == 0, "a long copy ends");
    check(hsa_amd_memory_unlock(host) == 0, "it unlocks");
  }
  check(back == large, "a long copy comes back");
  check(hsa_amd_memory_fill(there, 0x01010101, 2) == 0, "a fill");
  std::uint64_t filled = 0;
  check(hsa_memory_copy(&filled, there, 8) == 0 && filled == 0x0101010101010101u, "is there");
  check(hsa_amd_memory_pool_free(device) == 0 && hsa_amd_memory_pool_free(staged) == 0 &&
            hsa_amd_memory_pool_free(there) == 0,
        "memory goes back");
}

void addresses(const Found& found, const Pools& all) {
  char* const device = allocated<char>(all.device, 1000);
  char* const fine = allocated<char>(all.fine, 1000);
  PointerInfo info = {};
  info.size = sizeof info;
  check(hsa_amd_pointer_info(device + 999, &info, nullptr, nullptr, nullptr) == 0 &&
            info.type == hsa_pointer && info.agent_base == device && !info.host_base &&
            info.bytes == 1000 && info.owner.handle == found.gpu.handle,
        "an address of the device is known");
  std::uint32_t count = 0;
  Handle* who = nullptr;
  check(hsa_amd_pointer_info(fine + 10, &info, std::malloc, &count, &who) == 0 &&
            info.host_base == fine && info.owner.handle == found.cpu.handle && count == 2,
        "an address of a pool of the host is known");
  std::free(who);
  int mine = 0;
  check(hsa_amd_pointer_info(&mine, &info, nullptr, nullptr, nullptr) == 0 &&
            info.type == unknown_pointer,
        "an address of the program is not");
  info.size = 8;  // of an older program
  info.host_base = &mine;
  check(
      hsa_amd_pointer_info(fine, &info, nullptr, nullptr, nullptr) == 0 && info.host_base == &mine,
      "no more is written than there is room for");
  check(hsa_amd_memory_pool_free(device) == 0 && hsa_amd_memory_pool_free(fine) == 0, "free");
}

void kernels(const Found& found, const Pools& all, const Loaded& code) {
  std::uint64_t value = 0, pointer = 0;
  check(hsa_memory_copy(&value, reinterpret_cast<void*>(code.answer), 8) == 0 &&
            value == Image::answer_value,
        "a variable has its first value");
  check(hsa_memory_copy(&pointer, reinterpret_cast<void*>(code.where), 8) == 0 &&
            pointer == code.answer,
        "a pointer to it is relocated");

  TestQueue queue(found.gpu, 8);
  auto* const device = allocated<std::uint32_t>(all.device, 1);
  auto** const arguments = allocated<std::uint32_t*>(all.arguments, 1);
  *arguments = device;
  const Handle gate = signal(1), other = signal(1), done = signal(1);
  BarrierPacket both = {};
  both.signals[0] = gate;
  both.signals[3] = other;
  queue.send(&both, PacketType::barrier_and);
  const KernelPacket launch = launch_of(code.store, arguments, done);
  queue.send(&launch, PacketType::kernel);
  hsa_signal_store_screlease(gate, 0);
  check(hsa_signal_wait_scacquire(done, equal, 0, 30'000'000, 0) == 1,
        "a barrier waits for all of its signals");
  double before[6], after[6];
  check(gpu_emulator_done(before), "operations are counted");
  hsa_signal_store_screlease(other, 0);
  check(hsa_signal_wait_scacquire(done, equal, 0, for_ever, 0) == 0, "then the kernel runs");
  check(gpu_emulator_done(after) && after[3] - before[3] == 5 * 64,
        "two packed products and sums a work-item, a sum in memory");
  const Handle divided = signal(1);
  const KernelPacket division = launch_of(code.divides, arguments, divided);
  queue.send(&division, PacketType::kernel);
  check(hsa_signal_wait_scacquire(divided, equal, 0, for_ever, 0) == 0 &&
            gpu_emulator_done(before) && before[3] - after[3] == 1,
        "a division by a function is an operation");
  std::uint32_t stored = 0;
  check(hsa_memory_copy(&stored, device, 4) == 0 && stored == 42, "and has stored");

  const Handle never = signal(1), last = signal(20);
  BarrierPacket either = {};
  either.signals[0] = never;
  either.signals[1] = gate;
  queue.send(&either, PacketType::barrier_or);
  const KernelPacket again = launch_of(code.store, arguments, last, 100);
  for (int i = 0; i < 20; ++i) queue.send(&again, PacketType::kernel);  // more than the ring holds
  check(hsa_signal_wait_scacquire(last, equal, 0, for_ever, 0) == 0,
        "a barrier waits for one of its signals; twenty launches run");
  check(hsa_queue_load_read_index_scacquire(queue.memory) == 24 && queue.status == 0,
        "all packets are done");
  check(hsa_queue_destroy(queue.memory) == 0, "the queue goes");

  TestQueue waiting(found.gpu, 8);
  BarrierPacket ever = {};
  ever.signals[0] = never;
  waiting.send(&ever, PacketType::barrier_and);
  check(hsa_queue_destroy(waiting.memory) == 0, "a queue that waits goes, too");
  check(hsa_amd_memory_pool_free(device) == 0 && hsa_amd_memory_pool_free(arguments) == 0, "free");
}

// GCC's way: regions, symbols for an agent, a wait of a millisecond in a loop.
void regions(const Found& found, const Loaded& code) {
  Handle arguments{0}, device{0};
  for (const Handle region : listed(hsa_agent_iterate_regions, found.gpu)) {
    if (told<std::uint32_t>(hsa_region_get_info, 0, region) != 0) continue;
    const auto flags = told<std::uint32_t>(hsa_region_get_info, 1, region);
    if (flags & 1 && !arguments.handle) arguments = region;
    if (flags & 4 && !device.handle) device = region;
  }
  void *block = nullptr, *target = nullptr;
  check(hsa_memory_allocate(arguments, 270392, &block) == 0 &&
            hsa_memory_allocate(device, 64, &target) == 0 &&
            hsa_memory_assign_agent(target, found.gpu, 1) == 0,
        "regions give memory");
  std::memcpy(block, &target, sizeof target);
  Handle symbol{0};
  check(hsa_executable_get_symbol(code.executable, nullptr, "store.kd", found.gpu, 0, &symbol) == 0,
        "a kernel is found for an agent");
  const auto kernel = told<std::uint64_t>(hsa_executable_symbol_get_info, kernel_object, symbol);
  TestQueue queue(found.gpu, told<std::uint32_t>(hsa_agent_get_info, 14, found.gpu));
  const Handle done = signal(1);
  const KernelPacket launch = launch_of(kernel, block, done);
  queue.send(&launch, PacketType::kernel);
  while (hsa_signal_wait_acquire(done, less, 1, 1'000'000, 0) != 0) {
  }
  std::uint32_t stored = 0;
  check(hsa_memory_copy(&stored, target, 4) == 0 && stored == 42, "its kernel has stored");
  check(hsa_memory_free(block) == 0 && hsa_memory_free(target) == 0, "free");
  check(hsa_signal_destroy(done) == 0 && hsa_queue_destroy(queue.memory) == 0, "and destroyed");
}

}  // namespace

int main() {
  check(hsa_init() == 0, "it begins");
  check(hsa_amd_register_system_event_handler(nullptr, nullptr) == 0, "a handler is taken");
  const Found found = agents();
  agents_are_told(found);
  const Pools all = pools(found);
  copies(found, all);
  addresses(found, all);
  const Loaded code = loaded(found.gpu);
  kernels(found, all, code);
  regions(found, code);
  check(hsa_executable_destroy(code.executable) == 0, "the executable goes");
  check(hsa_shut_down() == 0, "it ends");
  return result();
}
