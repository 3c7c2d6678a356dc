// What a process has of the emulated device: memory, modules, streams, errors.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "exec/launch.hpp"
#include "gpu/gpus.hpp"
#include "runtime/order.hpp"

namespace emu {

/// Errors of the runtime, with the values of its interface.
enum Error : int {
  success = 0,
  invalid_value = 1,
  memory_allocation = 2,
  invalid_configuration = 9,
  invalid_symbol = 13,
  invalid_memcpy_direction = 21,
  invalid_device_function = 98,
  no_device = 100,
  invalid_device = 101,
  invalid_kernel_image = 200,
  invalid_context = 201,
  no_kernel_image = 209,
  invalid_ptx = 218,
  invalid_resource_handle = 400,
  not_ready = 600,
  illegal_address = 700,
  launch_out_of_resources = 701,
  host_already_registered = 712,
  host_not_registered = 713,
  misaligned_address = 716,
  launch_failure = 719,
  cooperative_too_large = 720,
  not_supported = 801,
  capture_unsupported = 900,
  illegal_state = 401,
  symbol_not_found = 500,
  not_initialised = 3
};

const char* error_name(int error);
const char* error_text(int error);

struct Stream;

/// So many tasks of a stream, which may be gone: streams have numbers that no other ever has.
struct Point {
  std::uint32_t stream = 0;
  std::uint64_t tasks = 0;
};

/// Work in a stream: what has to be done, after what.
struct Task {
  std::function<void()> work;  // empty: it only waits
  std::vector<Point> after;
  Known known;  // what is over when it runs
};

struct Stream {
  std::uint32_t number = 0;
  bool blocking = true;  // with respect to the legacy default stream
  bool is_default = false;
  bool of_thread = false;  // the default stream of a thread
  std::deque<Task> tasks;
  std::uint64_t queued = 0;    // tasks ever queued
  std::uint64_t finished = 0;  // of which have run
  Known known;                 // once all of it has run
  std::vector<std::function<void()>>* capture = nullptr;
};

struct Event {
  Point after;
  Known known;              // when it is over
  std::uint64_t stamp = 0;  // instructions of the device up to then
  bool recorded = false;
};

struct Kernel {
  std::string name;
  std::uint32_t module = 0;
  const Function* function = nullptr;  // once its module is loaded
  std::uint32_t dynamic_shared = shared_without_asking;
};

class Context : private VariablePlacer {
 public:
  static Context& get();

  Options options;
  const Gpu* gpu = nullptr;
  std::unique_ptr<DeviceMemory> memory;
  Findings findings;
  HostCounts host;
  std::recursive_mutex lock;

  // --- errors
  int last_error = success;
  int sticky = success;
  int remember(int error);

  // --- modules
  void** add_module(const void* wrapper);
  void add_kernel(void** module, const void* host, const std::string& name);
  void add_variable(void** module, const void* host, const std::string& name, std::size_t bytes);
  Kernel* kernel(const void* host);  // null: not registered
  int load(Kernel& kernel);          // an error, or success
  /// Registers of a thread, as machine code has them or else assumed.
  std::uint32_t registers(const Function& kernel) const;
  /// Blocks that a multiprocessor holds at once; `shared` bytes besides those of the kernel.
  std::uint32_t resident(const Function& kernel, std::uint64_t threads, std::uint64_t shared) const;
  std::uint64_t symbol(const void* host, std::size_t& bytes);  // 0: not known

  // Modules that a program loads itself, by number; load_text() throws ptx::Unsupported.
  std::uint32_t load_text(const ptx::Module& module);
  bool is_loaded(std::uint32_t module) const;
  void unload(std::uint32_t module);                              // its variables end
  Kernel* kernel(std::uint32_t module, const std::string& name);  // null: it has none
  std::uint64_t symbol(std::uint32_t module, const std::string& name, std::size_t& bytes);

  // --- work
  Stream* legacy() { return streams_[0].get(); }
  Stream* per_thread();  // of the thread that asks
  void thread_ends(Stream* own);
  Stream* create_stream(bool blocking);
  bool is_stream(const Stream* stream) const;
  Stream* stream_at(const Point& point) const;  // null: it is gone
  void destroy_stream(Stream* stream);
  void enqueue(Stream* stream, std::function<void()> work);
  void wait_event(Stream* stream, const Event& event);
  /// The host waits for tasks of a stream.
  void finish(Stream* stream, std::uint64_t until);
  void finish(Stream* stream) { finish(stream, stream->queued); }
  void finish_all();

  void launch(Kernel& kernel, Extent grid, Extent block, std::vector<std::uint8_t> parameters,
              std::uint32_t shared, bool cooperative);
  /// The host saw that an event is over.
  void knows(const Event& event) { order_.host_waited(event.known); }
  /// A copy or fill of the task that runs, at device memory: recorded, and a finding if work of
  /// another stream that nothing orders touched it.
  void touch(std::uint64_t address, std::uint64_t bytes, bool write);
  std::uint64_t instructions() const { return instructions_; }

  /// What a program prints at its end, and the file of counts.
  void finish_process();
  std::string counts_as_json() const;
  std::vector<KernelTotals> kernel_totals() const;

  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

 private:
  Gpu smaller_{};  // the named GPU, with as many multiprocessors as were asked for
  Context();

  std::uint64_t place(const ptx::Variable& variable) override;
  void write(std::uint64_t address, const void* data, std::size_t bytes) override;

  struct Module {
    const void* wrapper = nullptr;
    std::unique_ptr<Program> program;
    std::string fault;    // why it cannot be used
    bool loaded = false;  // by load_text(), and not unloaded
  };
  struct Symbol {
    std::uint32_t module = 0;
    std::string name;
    std::size_t bytes = 0;
  };

  bool load_module(std::uint32_t number);
  void queue(Stream* stream, Task task);
  Known run_tasks(Stream* stream, std::uint64_t until);  // what the last of them knew

  const std::unordered_map<std::string, std::uint32_t> registers_;  // by kernel, where known
  std::vector<std::unique_ptr<Module>> modules_;
  std::unordered_map<const void*, Kernel> kernels_;
  std::map<std::pair<std::uint32_t, std::string>, Kernel> named_kernels_;
  std::unordered_map<const void*, Symbol> symbols_;
  std::vector<std::unique_ptr<Stream>> streams_;
  std::uint32_t streams_ever_ = 0;
  bool second_taken_ = false;  // the second stream is that of the first thread which has one
  StreamOrder order_;
  // Of the task that runs:
  std::uint32_t running_stream_ = 0;
  std::uint64_t running_task_ = 0;
  std::vector<NumberRange> unordered_;
  std::map<const Function*, KernelCounts> counts_;
  std::unique_ptr<Beyond> beyond_;  // once something is launched
  std::uint64_t instructions_ = 0;
  std::uint64_t workspace_ = 0;
};

}  // namespace emu
