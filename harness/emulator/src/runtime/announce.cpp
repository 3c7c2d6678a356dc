// What a program can ask the emulated device, whichever interface it speaks.
#include <dlfcn.h>

#include <algorithm>

#include "runtime/exported.hpp"
#include "runtime/report.hpp"

using namespace emu;

/// The name of the emulated device: a program that asks for this symbol knows where it runs.
EMU_API const char* gpu_emulator_device() { return Device::get().name(); }

namespace {

// Offload runtimes open this library for themselves alone; its name is for the whole process.
__attribute__((constructor)) void announce() {
  Dl_info self;
  if (dladdr(reinterpret_cast<const void*>(&gpu_emulator_device), &self))
    dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_GLOBAL);
}

}  // namespace

/// How often the checks found something so far.
EMU_API unsigned long gpu_emulator_findings() { return Device::get().findings.count(); }

/// The first finding, or an empty text.
EMU_API const char* gpu_emulator_first_finding() {
  const auto& list = Device::get().findings.list();
  return list.empty() ? "" : list.front().text.c_str();
}

/// The finding that came last, once more perhaps, or an empty text.
EMU_API const char* gpu_emulator_last_finding() {
  const Findings& findings = Device::get().findings;
  return findings.count() == 0 ? "" : findings.last().text.c_str();
}

/// The counts so far as one line of JSON; valid until the next call.
EMU_API const char* gpu_emulator_counts() {
  static std::string text;
  Device& device = Device::get();
  const std::lock_guard<std::recursive_mutex> guard(device.lock);
  text = counts_as_json(device);
  return text.c_str();
}

/// What was done so far: launches, bytes copied to the device and from it, floating-point
/// operations (a multiplication with addition is two, an atomic addition one), operations of
/// integers, logic, comparisons and other atomics, and bytes of device memory that launches
/// touched, each launch every sector once. False, and nothing, where counts are off.
EMU_API bool gpu_emulator_done(double* done) {
  Device& device = Device::get();
  const std::lock_guard<std::recursive_mutex> guard(device.lock);
  if (!device.options.counts) return false;
  const std::array<double, 6> all = done_so_far(device);
  std::copy(all.begin(), all.end(), done);
  return true;
}
