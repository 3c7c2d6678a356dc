#include "league/guard.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <new>
#include <string_view>
#include <vector>

namespace league {
namespace {

struct Region {
  void* memory;
  std::size_t bytes;  // whole pages
  std::size_t used;   // by the array; what lies behind it is slack
};

std::mutex mutex;
std::vector<Region> regions;
bool overrun = false;  // of an array that is gone
Guard guard = Guard::off;
int kernels = 0;
int copies = 0;
constexpr int open = PROT_READ | PROT_WRITE;
int access = open;  // that is allowed to host arrays

// At least 64 bytes are left behind the array.
std::size_t whole_pages(std::size_t bytes) {
  static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (bytes + 64 + page - 1) / page * page;
}

// What lies behind an array: signalling NaNs for whoever reads a double or every other float, which
// arithmetic turns into other NaNs, so that what is read, changed and written back shows.
unsigned char slack_byte(std::size_t i) {
  static constexpr unsigned char pattern[8] = {0x00, 0x00, 0xa0, 0x7f, 0x00, 0x00, 0xf4, 0x7f};
  return pattern[i % 8];
}

bool is_untouched(const Region& region) {
  const auto* bytes = static_cast<const unsigned char*>(region.memory);
  for (std::size_t i = region.used; i < region.bytes; ++i)
    if (bytes[i] != slack_byte(i)) return false;
  return true;
}

// Called with the mutex held.  Copies go through; beside them, a kernel may not even read.
void update() {
  int wanted = open;
  if (guard == Guard::kernels && kernels > 0 && copies == 0) wanted = PROT_NONE;
  if (guard == Guard::host && copies == 0) wanted = PROT_READ;
  if (wanted == access) return;
  access = wanted;
  for (const Region& region : regions) mprotect(region.memory, region.bytes, access);
}

// Says why, and lets the signal end the process.  Only async-signal-safe calls; the list of regions
// does not change while a kernel runs.
void explain_fault(int signal, siginfo_t* info, void*) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (const Region& region : regions) {
    const auto begin = reinterpret_cast<std::uintptr_t>(region.memory);
    if (access != open && address >= begin && address - begin < region.bytes) {
      const std::string_view message =
          access == PROT_NONE
              ? "league: guard: a kernel touched a host array that was never mapped\n"
              : "league: guard: the host wrote to an array before start() or after stop()\n";
      [[maybe_unused]] const auto written = write(STDERR_FILENO, message.data(), message.size());
    }
  }
  raise(signal);  // ends the process now (SA_RESETHAND), also if somebody sent the first
}

}  // namespace

void* allocate_pages(std::size_t bytes) {
  const std::size_t size = whole_pages(bytes);
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  for (std::size_t i = bytes; i < size; ++i) static_cast<unsigned char*>(memory)[i] = slack_byte(i);
  const std::scoped_lock lock(mutex);
  regions.push_back({memory, size, bytes});
  return memory;
}

void release_pages(void* memory, std::size_t bytes) noexcept {
  const std::scoped_lock lock(mutex);
  for (auto region = regions.begin(); region != regions.end(); ++region)
    if (region->memory == memory) {
      if (access != PROT_NONE && !is_untouched(*region)) overrun = true;
      regions.erase(region);
      break;
    }
  munmap(memory, whole_pages(bytes));
}

bool slack_is_untouched() {
  const std::scoped_lock lock(mutex);
  return !overrun && std::all_of(regions.begin(), regions.end(), is_untouched);
}

void forget_released_arrays() {
  const std::scoped_lock lock(mutex);
  overrun = false;
}

void guard_against(Guard what) {
  struct sigaction action = {};
  action.sa_sigaction = explain_fault;
  action.sa_flags = SA_SIGINFO | static_cast<int>(SA_RESETHAND);
  if (what != Guard::off) sigaction(SIGSEGV, &action, nullptr);
  const std::scoped_lock lock(mutex);
  guard = what;
  update();
}

void guard_kernels(int change) {
  const std::scoped_lock lock(mutex);
  kernels += change;
  update();
}

void guard_copies(int change) {
  const std::scoped_lock lock(mutex);
  copies += change;
  update();
}

}  // namespace league
