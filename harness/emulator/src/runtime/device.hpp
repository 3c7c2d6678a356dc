// What a process has of the emulated device, whichever interface it speaks: settings, memory,
// findings, what the host did.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "count/counts.hpp"
#include "runtime/settings.hpp"

namespace emu {

class Device {
 public:
  /// The device of this process; each interface makes its own.
  static Device& get();

  /// Reserves memory, and says so when the host touches it; ends the process if there is no room.
  explicit Device(Settings chosen);
  virtual ~Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  virtual const char* name() const = 0;
  virtual std::string key() const = 0;  // of the GPU it is named after
  virtual std::vector<std::string> modules_kept() const = 0;
  /// What the host did, with what is not counted call by call.
  virtual HostCounts host_so_far() const = 0;
  /// A copy or fill of the work that runs, at device memory: recorded, and a finding if other work
  /// that nothing orders touched it.
  virtual void touch(std::uint64_t address, std::uint64_t bytes, bool write) = 0;

  const Settings settings;
  const Options& options = settings.options;
  std::recursive_mutex lock;
  std::unique_ptr<DeviceMemory> memory;
  Findings findings;
  HostCounts host;
  std::map<const Function*, KernelCounts> counts;
};

}  // namespace emu
