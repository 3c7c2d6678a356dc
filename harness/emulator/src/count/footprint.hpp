// Which sectors of device memory a launch touches, each counted once: what no cache can spare it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace emu {

/// Sums over the launches of a kernel.  LIMITS.md defines each.
struct Distinct {
  std::uint64_t read = 0;        // sectors read before their launch wrote them
  std::uint64_t written = 0;     // sectors written
  std::uint64_t compulsory = 0;  // of both those beyond what the cache may hold, or keep
};

/// Two bits a sector, in pages that are made when something in them is touched.  Launches run one
/// after the other.
class Footprint {
 public:
  /// Of a device with a cache of so many bytes.
  explicit Footprint(std::uint64_t cache_bytes);

  /// A launch begins: it has touched nothing.
  void begin();
  /// `sector` is the number of one in device memory.
  void use(std::uint64_t sector, bool reads, bool writes, Distinct& sums);

 private:
  static constexpr std::uint64_t page_sectors = 2048;

  struct Page {
    std::uint64_t launch = 0;  // whose bits these are
    std::uint64_t read[page_sectors / 64];
    std::uint64_t written[page_sectors / 64];
  };

  std::uint64_t cache_sectors_;
  std::uint64_t launch_ = 0;
  std::uint64_t read_ = 0, written_ = 0;      // of this launch
  std::vector<std::unique_ptr<Page>> pages_;  // by number; null: nothing touched yet
};

}  // namespace emu
