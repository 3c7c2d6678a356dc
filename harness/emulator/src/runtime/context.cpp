#include "runtime/context.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "check/races.hpp"
#include "exec/builtins.hpp"
#include "ptx/link.hpp"
#include "runtime/fatbin.hpp"

namespace emu {
namespace {

struct sigaction before;

// The host went to an address of the device: say so, then let it fault as it would have.
void fault(int number, siginfo_t* info, void*) {
  const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
  if (address - DeviceMemory::base < DeviceMemory::span) {
    char line[160];
    const int length = std::snprintf(
        line, sizeof line, "gpu-emulator: host-access: the host touched device memory at 0x%llx\n",
        static_cast<unsigned long long>(address));
    if (length > 0)
      static_cast<void>(!write(STDERR_FILENO, line, static_cast<std::size_t>(length)));
  }
  sigaction(number, &before, nullptr);
}

std::string setting(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value && *value ? value : otherwise;
}

[[noreturn]] void refuse(const std::string& what) {
  std::fprintf(stderr, "gpu-emulator: %s\n", what.c_str());
  std::exit(2);
}

std::uint64_t number_setting(const char* name, std::uint64_t otherwise) {
  const std::string text = setting(name, "");
  if (text.empty()) return otherwise;
  char* rest = nullptr;
  const std::uint64_t value = std::strtoull(text.c_str(), &rest, 10);
  if (*rest || text[0] == '-') refuse(std::string(name) + "=" + text + " is no number");
  return value;
}

// Lines of a kernel's name in the module and the registers of a thread.
std::unordered_map<std::string, std::uint32_t> registers_from(const std::string& name) {
  std::unordered_map<std::string, std::uint32_t> found;
  if (name.empty()) return found;
  constexpr std::uint32_t most = 255;
  std::ifstream file(name);
  std::string kernel;
  for (std::uint32_t count = 0; file >> kernel;)
    if (file >> count && count <= most)
      found[kernel] = count;
    else
      refuse("GPU_EMULATOR_REGISTERS=" + name + ": no number up to 255 behind " + kernel);
  if (!file.eof()) refuse("GPU_EMULATOR_REGISTERS=" + name + " cannot be read");
  return found;
}

Options options_from_environment() {
  Options options;
  const std::string checks = setting("GPU_EMULATOR_CHECKS", "all");
  if (checks == "none") {
    options.uninitialised = options.races = false;
  } else if (checks != "all") {
    options.uninitialised = options.races = false;
    std::size_t at = 0;
    while (at <= checks.size()) {
      const std::size_t stop = std::min(checks.find(',', at), checks.size());
      const std::string word = checks.substr(at, stop - at);
      if (word == "uninitialised")
        options.uninitialised = true;
      else if (word == "races")
        options.races = true;
      else
        refuse("GPU_EMULATOR_CHECKS knows all, none, uninitialised and races, not '" + word + "'");
      at = stop + 1;
    }
  }
  options.counts = setting("GPU_EMULATOR_COUNTS", "on") != "off";
  options.seed = number_setting("GPU_EMULATOR_SEED", 0);
  options.stall_limit = number_setting("GPU_EMULATOR_STALL_LIMIT", options.stall_limit);
  return options;
}

std::uint64_t half_of_host_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE)) / 2;
}

}  // namespace

Context& Context::get() {
  static Context* const context =
      new Context;  // never destroyed: programs unregister after static destructors
  return *context;
}

std::uint32_t Context::registers(const Function& kernel) const {
  const auto found = registers_.find(kernel.name);
  return found == registers_.end() ? assumed_registers : found->second;
}

std::uint32_t Context::resident(const Function& kernel, std::uint64_t threads,
                                std::uint64_t shared) const {
  return resident_blocks(*gpu, threads, kernel.shared_bytes + shared, registers(kernel));
}

Context::Context()
    : options(options_from_environment()),
      registers_(registers_from(setting("GPU_EMULATOR_REGISTERS", ""))) {
  const std::string name = setting("GPU_EMULATOR_GPU", "h100");
  gpu = find_gpu(name);
  if (!gpu) refuse("GPU_EMULATOR_GPU=" + name + " is not known: a100, h100 or h200");
  const std::uint64_t fewer = number_setting("GPU_EMULATOR_MULTIPROCESSORS", gpu->multiprocessors);
  if (fewer < 1 || fewer > gpu->multiprocessors)
    refuse("GPU_EMULATOR_MULTIPROCESSORS=" + std::to_string(fewer) + " is outside 1 to " +
           std::to_string(gpu->multiprocessors));
  smaller_ = *gpu;
  smaller_.multiprocessors = static_cast<std::uint32_t>(fewer);
  gpu = &smaller_;
  const std::uint64_t megabytes = number_setting("GPU_EMULATOR_MEMORY_MB", 0);
  memory = std::make_unique<DeviceMemory>(
      megabytes ? megabytes << 20 : std::min(gpu->memory_bytes, half_of_host_memory()));
  for (int i = 0; i < 2; ++i) {
    streams_.push_back(std::make_unique<Stream>());
    streams_.back()->is_default = i == 0;
    streams_.back()->number = streams_ever_++;
  }
  struct sigaction action = {};
  action.sa_sigaction = fault;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, &before);
  std::atexit([] { get().finish_process(); });
}

int Context::remember(int error) {
  if (sticky) error = sticky;
  if (error) last_error = error;
  return error;
}

// --- modules

void** Context::add_module(const void* wrapper) {
  modules_.push_back(std::make_unique<Module>());
  modules_.back()->wrapper = wrapper;
  return reinterpret_cast<void**>(modules_.size());
}

void Context::add_kernel(void** module, const void* host, const std::string& name) {
  Kernel kernel;
  kernel.name = name;
  kernel.module = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(module) - 1);
  kernels_[host] = kernel;
}

void Context::add_variable(void** module, const void* host, const std::string& name,
                           std::size_t bytes) {
  symbols_[host] = {static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(module) - 1), name,
                    bytes};
}

bool Context::load_module(std::uint32_t number) {
  Module& module = *modules_[number];
  if (module.program) return true;
  if (!module.fault.empty()) return false;
  try {
    const auto texts =
        ptx_to_link(module.wrapper, static_cast<unsigned>(gpu->major * 10 + gpu->minor));
    std::vector<ptx::Unit> units;
    for (const std::string& text : texts)
      units.push_back({"object " + std::to_string(units.size() + 1), ptx::parse(text)});
    module.program = decode(units.size() == 1 ? std::move(units.front().module)
                                              : ptx::link(std::move(units), is_builtin),
                            *this);
    return true;
  } catch (const ptx::Unsupported& reason) {
    module.fault = reason.what();
    std::fprintf(stderr, "gpu-emulator: unsupported: %s\n", reason.what());
    return false;
  }
}

Kernel* Context::kernel(const void* host) {
  const auto found = kernels_.find(host);
  return found == kernels_.end() ? nullptr : &found->second;
}

int Context::load(Kernel& kernel) {
  if (kernel.function) return success;
  if (!load_module(kernel.module)) return no_kernel_image;
  kernel.function = modules_[kernel.module]->program->kernel(kernel.name);
  if (!kernel.function) return invalid_device_function;
  if (!kernel.function->unsupported.empty()) {
    std::fprintf(stderr, "gpu-emulator: unsupported: %s\n", kernel.function->unsupported.c_str());
    kernel.function = nullptr;
    return invalid_kernel_image;
  }
  return success;
}

std::uint64_t Context::symbol(const void* host, std::size_t& bytes) {
  const auto found = symbols_.find(host);
  if (found == symbols_.end() || !load_module(found->second.module)) return 0;
  const Program& program = *modules_[found->second.module]->program;
  const auto place = program.symbols.find(found->second.name);
  if (place == program.symbols.end()) return 0;
  bytes = found->second.bytes;
  return place->second;
}

std::uint32_t Context::load_text(const ptx::Module& module) {
  auto loaded = std::make_unique<Module>();
  loaded->program = decode(module, *this);
  loaded->loaded = true;
  modules_.push_back(std::move(loaded));
  return static_cast<std::uint32_t>(modules_.size() - 1);
}

bool Context::is_loaded(std::uint32_t module) const {
  return module < modules_.size() && modules_[module]->loaded;
}

// The program itself stays: counts name its functions.
void Context::unload(std::uint32_t module) {
  finish_all();
  modules_[module]->loaded = false;
  for (const auto& [name, address] : modules_[module]->program->symbols) memory->release(address);
}

Kernel* Context::kernel(std::uint32_t module, const std::string& name) {
  if (!modules_[module]->program->kernel(name)) return nullptr;
  Kernel& kernel = named_kernels_[{module, name}];
  kernel.name = name;
  kernel.module = module;
  return &kernel;
}

std::uint64_t Context::symbol(std::uint32_t module, const std::string& name, std::size_t& bytes) {
  const Program& program = *modules_[module]->program;
  const auto place = program.symbols.find(name);
  if (place == program.symbols.end()) return 0;
  bytes = program.symbol_bytes.at(name);
  return place->second;
}

std::uint64_t Context::place(const ptx::Variable& variable) {
  const std::uint64_t address = memory->allocate(std::max<std::uint64_t>(variable.bytes, 1),
                                                 "variable '" + variable.name + "'");
  if (!address) throw ptx::Unsupported("there is no device memory for '" + variable.name + "'");
  std::memset(memory->data(address), 0, variable.bytes);  // what has no initial value is zero
  memory->mark(address, variable.bytes, initialised);
  std::memcpy(memory->data(address), variable.data.data(), variable.data.size());
  return address;
}

void Context::write(std::uint64_t address, const void* data, std::size_t bytes) {
  std::memcpy(memory->data(address), data, bytes);
}

// --- work

namespace {

struct OwnStream {
  Stream* stream = nullptr;
  ~OwnStream() {
    if (stream) Context::get().thread_ends(stream);
  }
};
thread_local OwnStream own;

}  // namespace

Stream* Context::per_thread() {
  if (!own.stream) {
    own.stream = second_taken_ ? create_stream(true) : streams_[1].get();
    own.stream->of_thread = second_taken_ = true;
  }
  return own.stream;
}

// What the thread has not waited for still runs, and others may be ordered behind it.
void Context::thread_ends(Stream* own_stream) {
  const std::lock_guard<std::recursive_mutex> guard(lock);
  const auto known = order_.host().find(own_stream->number);
  const std::uint64_t waited_for = known == order_.host().end() ? 0 : known->second;
  if (own_stream != streams_[1].get() && waited_for == own_stream->queued)
    destroy_stream(own_stream);
}

Stream* Context::create_stream(bool blocking) {
  streams_.push_back(std::make_unique<Stream>());
  streams_.back()->blocking = blocking;
  streams_.back()->number = streams_ever_++;
  return streams_.back().get();
}

bool Context::is_stream(const Stream* stream) const {
  return std::any_of(streams_.begin(), streams_.end(),
                     [stream](const auto& known) { return known.get() == stream; });
}

Stream* Context::stream_at(const Point& point) const {
  const auto found = std::find_if(streams_.begin(), streams_.end(),
                                  [&](const auto& known) { return known->number == point.stream; });
  return found == streams_.end() ? nullptr : found->get();
}

void Context::destroy_stream(Stream* stream) {
  finish(stream);
  streams_.erase(std::find_if(streams_.begin(), streams_.end(),
                              [stream](const auto& known) { return known.get() == stream; }));
}

void Context::enqueue(Stream* stream, std::function<void()> work) {
  if (stream->capture) {
    stream->capture->push_back(std::move(work));
    return;
  }
  Task task;
  task.work = std::move(work);
  // The legacy default stream waits for all that block, and they for it.
  for (const auto& other : streams_)
    if (other.get() != stream &&
        ((stream->is_default && other->blocking) || (other->is_default && stream->blocking))) {
      if (other->queued > other->finished) task.after.push_back({other->number, other->queued});
      join(task.known, other->known);
    }
  queue(stream, std::move(task));
}

void Context::queue(Stream* stream, Task task) {
  join(task.known, stream->known);
  join(task.known, order_.host());
  stream->known = task.known;
  stream->known[stream->number] = ++stream->queued;
  stream->tasks.push_back(std::move(task));
}

void Context::wait_event(Stream* stream, const Event& event) {
  if (!event.recorded || !stream_at(event.after)) return;
  Task task;
  task.after.push_back(event.after);
  task.known = event.known;
  queue(stream, std::move(task));
}

Known Context::run_tasks(Stream* stream, std::uint64_t until) {
  Known known;
  while (stream->finished < until) {
    Task task = std::move(stream->tasks.front());
    stream->tasks.pop_front();
    ++stream->finished;
    for (const Point& point : task.after)
      if (Stream* const other = stream_at(point)) run_tasks(other, point.tasks);
    if (task.work && !sticky) {
      running_stream_ = stream->number;
      running_task_ = stream->finished;
      if (options.races) unordered_ = order_.unordered(stream->number, task.known);
      task.work();
    }
    known = std::move(task.known);
    known[stream->number] = stream->finished;
  }
  return known;
}

void Context::finish(Stream* stream, std::uint64_t until) {
  order_.host_waited(run_tasks(stream, until));
  if (std::all_of(streams_.begin(), streams_.end(),
                  [](const auto& one) { return one->tasks.empty(); }))
    order_.forget();
}

void Context::touch(std::uint64_t address, std::uint64_t bytes, bool write) {
  constexpr std::uint32_t own_streams = 2;  // one alone has nothing beside it
  if (!options.races || streams_ever_ == own_streams || bytes == 0) return;
  const NumberRange numbers = next_numbers(1);
  if (races::touch(memory->cells(address & ~std::uint64_t{3}), address, bytes, write, numbers.first,
                   unordered_))
    findings.add(Fault::stream_race, std::string(write ? "copy to " : "copy from ") +
                                         memory->describe(address) + ", of " +
                                         std::to_string(bytes) +
                                         " bytes: work of another stream is not ordered with it");
  order_.ran(running_stream_, running_task_, numbers);
}

void Context::finish_all() {
  std::vector<Stream*> all;
  for (const auto& stream : streams_) all.push_back(stream.get());
  if (options.seed % 2) std::reverse(all.begin(), all.end());
  for (Stream* stream : all) finish(stream);
}

void Context::launch(Kernel& kernel, Extent grid, Extent block,
                     std::vector<std::uint8_t> parameters, std::uint32_t shared, bool cooperative) {
  Launch launch;
  launch.kernel = kernel.function;
  launch.parameters = std::move(parameters);
  launch.grid = grid;
  launch.block = block;
  launch.dynamic_shared = shared;
  launch.multiprocessors = gpu->multiprocessors;
  launch.resident =
      std::max(1u, resident(*kernel.function, block.size(), shared)) * gpu->multiprocessors;
  launch.options = options;
  launch.memory = memory.get();
  launch.findings = &findings;
  launch.unordered = unordered_;
  KernelCounts& counts = counts_[kernel.function];
  counts.kernel = kernel.function;
  counts.registers = registers(*kernel.function);
  counts.registers_assumed = registers_.count(kernel.function->name) == 0;
  launch.counts = &counts;
  if (options.counts && !beyond_) beyond_ = std::make_unique<Beyond>(gpu->l2_bytes);
  launch.beyond = beyond_.get();
  if (cooperative) {
    if (!workspace_) workspace_ = memory->allocate(256, "variable of the grid's barrier");
    std::memset(memory->data(workspace_), 0, 256);
    memory->mark(workspace_, 256, initialised);
    launch.grid_workspace = workspace_;
  }
  try {
    launch.run();
  } catch (const ptx::Unsupported& reason) {
    std::fprintf(stderr, "gpu-emulator: unsupported: %s\n", reason.what());
    sticky = last_error = launch_failure;
  }
  instructions_ += launch.issued;
  if (options.races)
    order_.ran(running_stream_, running_task_, {launch.first_warp, launch.last_warp});
  if (findings.fatal()) {
    const Fault fault = findings.first_fatal();
    findings.forget_fatal();
    sticky = fault == Fault::misaligned                                        ? misaligned_address
             : fault == Fault::out_of_bounds || fault == Fault::use_after_free ? illegal_address
                                                                               : launch_failure;
    last_error = sticky;
  }
}

// --- the end

std::vector<KernelTotals> Context::kernel_totals() const {
  std::vector<KernelTotals> all;
  for (const auto& [function, counts] : counts_) all.push_back(totals(counts));
  std::sort(all.begin(), all.end(),
            [](const KernelTotals& a, const KernelTotals& b) { return a.kernel < b.kernel; });
  return all;
}

std::string Context::counts_as_json() const {
  const auto lines = [](const std::vector<Finding>& list) {
    std::vector<std::string> texts;
    for (const Finding& finding : list)
      texts.push_back(finding.text +
                      (finding.times > 1 ? " (" + std::to_string(finding.times) + " times)" : ""));
    return texts;
  };
  return counts_json(kernel_totals(), host, gpu->key, lines(findings.list()),
                     lines(findings.known()));
}

void Context::finish_process() {
  const std::string report = setting("GPU_EMULATOR_REPORT", "");
  if (report == "text") std::fputs(counts_table(kernel_totals(), host).c_str(), stderr);
  if (setting("GPU_EMULATOR_LEAKS", "off") == "on")
    for (const std::string& leak : memory->leaks())
      std::fprintf(stderr, "gpu-emulator: leak: %s\n", leak.c_str());
  if (findings.count())
    std::fprintf(stderr, "gpu-emulator: %zu findings (%llu times)\n", findings.list().size(),
                 static_cast<unsigned long long>(findings.count()));
  if (report.empty() || report == "text") return;
  std::FILE* file = std::fopen(report.c_str(), "w");
  if (!file) {
    std::fprintf(stderr, "gpu-emulator: %s cannot be written\n", report.c_str());
    return;
  }
  std::fprintf(file, "%s\n", counts_as_json().c_str());
  std::fclose(file);
}

}  // namespace emu
