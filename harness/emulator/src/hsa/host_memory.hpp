// Memory of the host that the device sees under the same address: pools, locked pieces.
#pragma once

#include <cstdint>
#include <map>

#include "hsa/abi.hpp"
#include "runtime/device.hpp"

namespace emu::hsa {

enum class Pool : std::uint64_t {
  host_fine = 0x0c1'0001,
  host_arguments,
  host_coarse,
  device,
  group
};

class HostMemory {
 public:
  explicit HostMemory(Device& device) : device_(device) {}

  /// Zeroed pages, which the device sees; null: there are none.
  void* allocate(std::uint64_t bytes, Pool pool);
  /// False: nothing that was allocated begins there.
  bool release(void* memory);

  /// Pieces of the program's own memory; the same one may be locked several times.
  void lock(void* memory, std::uint64_t bytes);
  /// False: nothing that is locked begins there.
  bool unlock(void* memory);

  struct Piece {
    std::uint64_t begin = 0, bytes = 0;
    Pool pool = Pool::host_fine;
    std::uint32_t locks = 0;  // 0: it was allocated
  };
  /// What an address lies in; null: nothing of these.
  const Piece* at(std::uint64_t address) const;

 private:
  Device& device_;
  std::map<std::uint64_t, Piece> pieces_;  // by where they begin
};

}  // namespace emu::hsa
