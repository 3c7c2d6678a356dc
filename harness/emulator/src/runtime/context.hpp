// What a process has of the emulated NVIDIA device beside memory and findings: modules, streams,
// errors, counts.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <vector>

#include "runtime/device.hpp"
#include "runtime/errors.hpp"
#include "runtime/modules.hpp"
#include "runtime/streams.hpp"

namespace emu {

class Context : public Device {
 public:
  static Context& get();

  const Gpu gpu;      // the named one, with as many multiprocessors as were asked for
  const int devices;  // that the driver tells of; 0: hidden
  int last_error = success;
  int sticky = success;
  std::uint64_t stack_limit = 1024;     // bytes of a thread
  std::atomic<std::uint64_t> calls{0};  // of the interface, by any thread
  Modules modules;
  Streams streams;

  /// Remembers an error, and returns it or the one that ended everything.
  int remember(int error);

  /// Registers of a thread, as machine code has them or else assumed.
  std::uint32_t registers(const Function& kernel) const;
  /// Blocks that a multiprocessor holds at once; `shared` bytes besides those of the kernel.
  std::uint32_t resident(const Function& kernel, std::uint64_t threads, std::uint64_t shared) const;
  /// Ends a module, once all that may use it is over.
  void unload(std::uint32_t module);

  /// From now on the host may see what the device does without a call: where it calls nothing for
  /// long, what it has queued runs beside it.
  void watch();
  /// Runs what nobody waited for, as a GPU does, and says so.
  void finish_unwaited();
  /// The host has no memory for what the device needs: says so.  Returns the error.
  int no_room();

  void launch(Kernel& kernel, Extent grid, Extent block, std::vector<std::uint8_t> parameters,
              std::uint32_t shared, bool cooperative, Extent cluster);
  const char* name() const override { return gpu.name; }
  std::string key() const override { return gpu.key; }
  std::vector<std::string> modules_kept() const override { return modules.kept(); }
  HostCounts host_so_far() const override;
  void touch(std::uint64_t address, std::uint64_t bytes, bool write) override;
  std::uint64_t instructions() const { return instructions_; }

 private:
  explicit Context(const Gpu& named);

  void run_beside();

  bool watched_ = false;
  bool ended_ = false;
  std::unique_ptr<Beyond> beyond_;  // once something is launched
  std::uint64_t instructions_ = 0;
  std::uint64_t workspace_ = 0;
  std::uint64_t launches_ = 0;
};

}  // namespace emu
