#include "runtime/context.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <thread>

#include "check/races.hpp"
#include "runtime/report.hpp"

namespace emu {
Context& Context::get() {
  static Context* const context = new Context(
      gpu_from_environment());  // never destroyed: programs unregister after static destructors
  return *context;
}

Device& Device::get() { return Context::get(); }

Context::Context(const Gpu& named)
    : Device(settings_from_environment(named.memory_bytes)),
      gpu(named),
      devices(devices_from_environment()),
      modules(gpu, *memory, settings.modules),
      streams(options, sticky, lock) {
  std::atexit([] {
    get().finish_unwaited();
    write_report(get());
  });
}

HostCounts Context::host_so_far() const {
  HostCounts all = host;
  all.waited = streams.waited();
  all.chain = streams.longest_chain();
  return all;
}

int Context::remember(int error) {
  if (sticky) error = sticky;
  if (error) last_error = error;
  return error;
}

std::uint32_t Context::registers(const Function& kernel) const {
  const auto known = settings.registers.find(kernel.name);
  return known == settings.registers.end() ? assumed_registers : known->second;
}

std::uint32_t Context::resident(const Function& kernel, std::uint64_t threads,
                                std::uint64_t shared) const {
  return resident_blocks(gpu, threads, kernel.shared_bytes + shared, registers(kernel));
}

int Context::no_room() {
  std::fputs("gpu-emulator: the host has no memory left for what the emulated device needs\n",
             stderr);
  return memory_allocation;
}

void Context::watch() {
  if (watched_) return;
  watched_ = true;
  std::thread([this] { run_beside(); }).detach();
}

// A host that spins spends processor time; one that sleeps in between does not.
void Context::run_beside() {
  constexpr double spun = 0.5, slept = 5;  // seconds
  using Clock = std::chrono::steady_clock;
  const auto seconds = [](auto from, auto to) {
    return std::chrono::duration<double>(to - from).count();
  };
  std::uint64_t seen = 0;
  std::clock_t busy = std::clock();
  auto since = Clock::now();
  bool told = false;
  for (;;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const std::unique_lock<std::recursive_mutex> guard(lock, std::try_to_lock);
    if (!guard) continue;
    if (ended_) return;
    if (calls != seen || streams.idle()) {
      seen = calls;
      busy = std::clock();
      since = Clock::now();
      continue;
    }
    if (static_cast<double>(std::clock() - busy) / CLOCKS_PER_SEC < spun &&
        seconds(since, Clock::now()) < slept)
      continue;
    if (!told)
      std::fputs("gpu-emulator: the host calls nothing; what it has queued runs beside it\n",
                 stderr);
    told = true;
    streams.run_all();
  }
}

void Context::finish_unwaited() {
  const std::lock_guard<std::recursive_mutex> guard(lock);
  ended_ = true;
  const std::uint64_t before = launches_;
  streams.finish_all();
  if (launches_ > before)
    std::fprintf(stderr,
                 "gpu-emulator: %llu launches that the program waited for nowhere ran at its end\n",
                 static_cast<unsigned long long>(launches_ - before));
}

void Context::unload(std::uint32_t module) {
  streams.finish_all();
  modules.unload(module);
}

void Context::touch(std::uint64_t address, std::uint64_t bytes, bool write) {
  if (!options.races || !streams.several() || bytes == 0) return;
  const NumberRange numbers = next_numbers(1);
  if (races::touch(memory->cells(address & ~std::uint64_t{3}), address, bytes, write, numbers.first,
                   streams.unordered()))
    findings.add(Fault::stream_race, std::string(write ? "copy to " : "copy from ") +
                                         memory->describe(address) + ", of " +
                                         std::to_string(bytes) +
                                         " bytes: work of another stream is not ordered with it");
  streams.ran(numbers);
}

void Context::launch(Kernel& kernel, Extent grid, Extent block,
                     std::vector<std::uint8_t> parameters, std::uint32_t shared, bool cooperative,
                     Extent cluster) {
  ++launches_;
  Launch launch;
  launch.kernel = kernel.function;
  launch.parameters = std::move(parameters);
  launch.grid = grid;
  launch.block = block;
  launch.cluster = cluster;
  launch.dynamic_shared = shared;
  launch.multiprocessors = gpu.multiprocessors;
  launch.resident =
      std::max(1u, resident(*kernel.function, block.size(), shared)) * gpu.multiprocessors;
  launch.options = options;
  launch.stack_limit = stack_limit;
  launch.memory = memory.get();
  launch.findings = &findings;
  launch.clocks.unordered = streams.unordered();
  KernelCounts& of_kernel = counts[kernel.function];
  of_kernel.kernel = kernel.function;
  of_kernel.registers = registers(*kernel.function);
  of_kernel.registers_assumed = settings.registers.count(kernel.function->name) == 0;
  launch.counts = &of_kernel;
  if (options.counts && !beyond_) beyond_ = std::make_unique<Beyond>(gpu.l2_bytes);
  launch.beyond = beyond_.get();
  if (cooperative) {
    if (!workspace_) workspace_ = memory->allocate(256, "variable of the grid's barrier");
    std::memset(memory->data(workspace_), 0, 256);
    memory->mark(workspace_, 256, initialised);
    launch.grid_workspace = workspace_;
  }
  try {
    launch.run();
  } catch (const Unsupported& reason) {
    std::fprintf(stderr, "gpu-emulator: unsupported: %s\n", reason.what());
    sticky = last_error = launch_failure;
  } catch (const std::bad_alloc&) {
    no_room();
    sticky = last_error = launch_failure;
  }
  instructions_ += launch.issued;
  if (options.races) streams.ran({launch.clocks.first_warp, launch.clocks.last_warp});
  if (findings.fatal()) {
    const Fault fault = findings.first_fatal();
    findings.forget_fatal();
    sticky = fault == Fault::misaligned                                        ? misaligned_address
             : fault == Fault::out_of_bounds || fault == Fault::use_after_free ? illegal_address
             : fault == Fault::assertion                                       ? assertion_failed
                                                                               : launch_failure;
    last_error = sticky;
  }
}

}  // namespace emu
