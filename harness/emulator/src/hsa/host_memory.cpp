#include "hsa/host_memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <iterator>

namespace emu::hsa {
namespace {

constexpr std::uint64_t page = 4096;

std::uint64_t whole_pages(std::uint64_t bytes) { return (bytes + page - 1) / page * page; }

}  // namespace

void* HostMemory::allocate(std::uint64_t bytes, Pool pool) {
  if (!bytes || bytes > DeviceMemory::span) return nullptr;
  void* const memory = mmap(nullptr, whole_pages(bytes), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  const auto begin = reinterpret_cast<std::uint64_t>(memory);
  pieces_[begin] = {begin, bytes, pool, 0};
  device_.memory->share(memory, bytes, true);
  return memory;
}

bool HostMemory::release(void* memory) {
  const auto found = pieces_.find(reinterpret_cast<std::uint64_t>(memory));
  if (found == pieces_.end() || found->second.locks) return false;
  device_.memory->unshare(memory);
  munmap(memory, whole_pages(found->second.bytes));
  pieces_.erase(found);
  return true;
}

void HostMemory::lock(void* memory, std::uint64_t bytes) {
  Piece& piece = pieces_[reinterpret_cast<std::uint64_t>(memory)];
  piece.begin = reinterpret_cast<std::uint64_t>(memory);
  piece.bytes = std::max(piece.bytes, bytes);
  ++piece.locks;
  device_.memory->share(memory, piece.bytes, false);
}

bool HostMemory::unlock(void* memory) {
  const auto found = pieces_.find(reinterpret_cast<std::uint64_t>(memory));
  if (found == pieces_.end() || !found->second.locks) return false;
  if (--found->second.locks) return true;
  device_.memory->unshare(memory);
  pieces_.erase(found);
  return true;
}

const HostMemory::Piece* HostMemory::at(std::uint64_t address) const {
  const auto after = pieces_.upper_bound(address);
  if (after == pieces_.begin()) return nullptr;
  const Piece& piece = std::prev(after)->second;
  return address - piece.begin < piece.bytes ? &piece : nullptr;
}

}  // namespace emu::hsa
