#include "memory/device_memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <stdexcept>

namespace emu {
namespace {

constexpr std::uint64_t alignment = 256;
constexpr std::uint64_t red_zone = 256;
constexpr std::uint64_t chunk = 1 << 20;

std::uint64_t rounded_up(std::uint64_t x, std::uint64_t to) { return (x + to - 1) / to * to; }

// Address space without memory behind it; pages come with mprotect().  Shared mappings do not count
// against a limit on the data segment, under which the programs of a test suite may run.
void* reserve(std::uint64_t bytes, void* at) {
  const int fixed = at ? MAP_FIXED_NOREPLACE : 0;
  const int kind = at ? MAP_PRIVATE : MAP_SHARED;
  void* place = mmap(at, bytes, PROT_NONE, kind | MAP_ANONYMOUS | MAP_NORESERVE | fixed, -1, 0);
  if (place == MAP_FAILED || (at && place != at))
    throw std::runtime_error("the emulated device has no room in the address space");
  return place;
}

std::string hex(std::uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

}  // namespace

DeviceMemory::DeviceMemory(std::uint64_t capacity) : capacity_(std::min(capacity, span / 2)) {
  reserve(span, reinterpret_cast<void*>(base));  // a host that goes there faults
  data_ = static_cast<std::uint8_t*>(reserve(span, nullptr));
  shadow_ = static_cast<std::uint8_t*>(reserve(span, nullptr));
  cells_ = static_cast<Cell*>(reserve(span / 4 * sizeof(Cell), nullptr));
}

DeviceMemory::~DeviceMemory() {
  munmap(reinterpret_cast<void*>(base), span);
  munmap(data_, span);
  munmap(shadow_, span);
  munmap(cells_, span / 4 * sizeof(Cell));
}

bool DeviceMemory::open(std::uint64_t offset, std::uint64_t bytes) {
  // One chunk more, so that the shadow can be read a little beyond every allocation.
  const std::uint64_t stop = rounded_up(offset + bytes, chunk) + chunk;
  if (stop <= opened_) return true;
  if (stop > span) return false;
  const std::uint64_t more = stop - opened_;
  const int usable = PROT_READ | PROT_WRITE;
  if (mprotect(data_ + opened_, more, usable) != 0 ||
      mprotect(shadow_ + opened_, more, usable) != 0 ||
      mprotect(reinterpret_cast<std::uint8_t*>(cells_) + opened_ / 4 * sizeof(Cell),
               more / 4 * sizeof(Cell), usable) != 0)
    return false;
  opened_ = stop;
  return true;
}

std::uint64_t DeviceMemory::allocate(std::uint64_t bytes, const std::string& what) {
  const std::uint64_t room = rounded_up(bytes, alignment) + red_zone;
  if (bytes > capacity_ - in_use_) return 0;
  if (next_ + room + 2 * chunk > span || !open(next_, room)) return 0;
  const std::uint64_t address = base + next_;
  next_ += room;
  in_use_ += bytes;
  allocations_[address] = {bytes, ++number_, true, what};
  mark(address, bytes, allocated);
  return address;
}

bool DeviceMemory::release(std::uint64_t address) {
  const auto found = allocations_.find(address);
  if (found == allocations_.end() || !found->second.live) return false;
  Allocation& allocation = found->second;
  allocation.live = false;
  in_use_ -= allocation.bytes;
  mark(address, allocation.bytes, freed);
  const std::uint64_t page = 4096;
  const std::uint64_t first = rounded_up(address - base, page);
  const std::uint64_t last = (address - base + allocation.bytes) / page * page;
  if (last > first) {
    madvise(data_ + first, last - first, MADV_REMOVE);
    madvise(reinterpret_cast<std::uint8_t*>(cells_) + first / 4 * sizeof(Cell),
            (last - first) / 4 * sizeof(Cell), MADV_REMOVE);
  }
  return true;
}

ByteState DeviceMemory::state(std::uint64_t address, std::uint64_t bytes) const {
  const std::uint64_t offset = address - base;
  if (offset >= opened_ || bytes > opened_ - offset) return unallocated;
  bool all_initialised = true;
  for (std::uint64_t i = 0; i < bytes; ++i) {
    const std::uint8_t state = shadow_[offset + i];
    if (state == unallocated || state == freed) return static_cast<ByteState>(state);
    all_initialised &= state == initialised || state == constant;
  }
  return all_initialised ? initialised : allocated;
}

void DeviceMemory::mark(std::uint64_t address, std::uint64_t bytes, ByteState state) {
  if (bytes && state == initialised && *shadow(address) == constant) return;
  std::memset(shadow(address), state, bytes);
}

void DeviceMemory::share(const void* host, std::uint64_t bytes, bool pages, bool managed) {
  host_[reinterpret_cast<std::uint64_t>(host)] = {bytes, pages, managed};
}

bool DeviceMemory::unshare(const void* host) {
  return host_.erase(reinterpret_cast<std::uint64_t>(host)) == 1;
}

bool DeviceMemory::shared_with_host(std::uint64_t address, std::uint64_t bytes) const {
  auto after = host_.upper_bound(address);
  if (after == host_.begin()) return false;
  --after;
  return address - after->first < after->second.bytes &&
         bytes <= after->second.bytes - (address - after->first);
}

std::uint64_t DeviceMemory::with_padding(std::uint64_t address, std::uint64_t bytes) const {
  constexpr std::uint64_t page = 4096;
  const auto& [start, shared] = *std::prev(host_.upper_bound(address));
  const bool to_the_end = shared.pages && address + bytes == start + shared.bytes;
  return to_the_end ? (address + bytes + page - 1) / page * page - address : bytes;
}

bool DeviceMemory::managed(std::uint64_t address) const {
  const auto after = host_.upper_bound(address);
  return shared_with_host(address, 1) && std::prev(after)->second.managed;
}

std::uint64_t DeviceMemory::bytes_at(std::uint64_t address) const {
  const auto found = allocations_.find(address);
  return found == allocations_.end() || !found->second.live ? 0 : found->second.bytes;
}

std::uint64_t DeviceMemory::start_of(std::uint64_t address) const {
  auto after = allocations_.upper_bound(address);
  if (after == allocations_.begin()) return 0;
  --after;
  return after->second.live && address - after->first < after->second.bytes ? after->first : 0;
}

std::string DeviceMemory::describe(std::uint64_t address) const {
  if (!covers(address)) return "which is not device memory";
  const auto told = [](std::uint64_t at, const Allocation& a) {
    return (a.live ? "" : "freed ") + a.what + " of " + std::to_string(a.bytes) + " bytes at " +
           hex(at);
  };
  const auto after = allocations_.upper_bound(address);
  if (after != allocations_.begin()) {
    const auto before = std::prev(after);
    const std::uint64_t inside = address - before->first;
    if (inside < before->second.bytes)
      return "byte " + std::to_string(inside) + " of " + told(before->first, before->second);
    const std::uint64_t beyond = inside - before->second.bytes;
    if (after == allocations_.end() || beyond <= after->first - address)
      return std::to_string(beyond) + " bytes after " + told(before->first, before->second);
  }
  if (after != allocations_.end())
    return std::to_string(after->first - address) + " bytes before " +
           told(after->first, after->second);
  return "near no allocation";
}

std::vector<std::string> DeviceMemory::leaks() const {
  std::vector<std::string> lines;
  for (const auto& [address, allocation] : allocations_)
    if (allocation.live && allocation.what.rfind("variable ", 0) != 0)
      lines.push_back(allocation.what + " of " + std::to_string(allocation.bytes) +
                      " bytes, allocation " + std::to_string(allocation.number));
  return lines;
}

}  // namespace emu
