#include "runtime/device.hpp"

#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <set>
#include <utility>

#include "runtime/closed_pages.hpp"
#include "runtime/missing.hpp"

namespace emu {
namespace {

struct sigaction before;

// The host went to a closed page, which opens; or to an address of the device: say so, then let it
// fault as it would have.
void fault(int number, siginfo_t* info, void* context) {
  constexpr greg_t written = 2;  // of the processor's code of a fault
  const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
  const auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  if (open_page(address, reinterpret_cast<void*>(registers[REG_RIP]), registers[REG_ERR] & written))
    return;
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

std::unique_ptr<DeviceMemory> reserved(std::uint64_t bytes) {
  try {
    return std::make_unique<DeviceMemory>(bytes);
  } catch (const std::exception& reason) {  // such as a limit on address space
    std::fprintf(stderr, "gpu-emulator: %s\n", reason.what());
    std::_Exit(2);
  }
}

}  // namespace

void tell_missing(const char* name) {
  static std::mutex lock;
  static auto& told = *new std::set<std::string>;
  const std::lock_guard<std::mutex> guard(lock);
  if (told.insert(name).second)
    std::fprintf(stderr, "gpu-emulator: unsupported: %s is not there\n", name);
}

Device::Device(Settings chosen)
    : settings(std::move(chosen)), memory(reserved(settings.memory_bytes)) {
  findings.set_up(settings.suppressed, settings.findings);
  struct sigaction action = {};
  action.sa_sigaction = fault;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, &before);
}

}  // namespace emu
