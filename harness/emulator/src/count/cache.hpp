// A model of the L2 cache: which sectors a GPU would have to fetch from its memory.
#pragma once

#include <cstdint>
#include <vector>

namespace emu {

/// Sectors that went past the cache.
struct Misses {
  std::uint64_t read = 0;     // fetched from memory
  std::uint64_t written = 0;  // written back when their line was evicted
};

/// Lines of four sectors in sets of sixteen, the least recently used is evicted.  A sector that is
/// stored to is not fetched first.
class Cache {
 public:
  explicit Cache(std::uint64_t bytes);

  void use(std::uint64_t sector, bool reads, bool writes, Misses& misses);

 private:
  static constexpr unsigned ways = 16;
  static constexpr unsigned sectors_a_line = 4;

  struct Line {
    std::uint64_t number = ~std::uint64_t{0};
    std::uint8_t present = 0, changed = 0;  // a bit a sector
  };

  std::uint64_t sets_;
  std::vector<Line> lines_;  // of a set, the most recently used first
};

}  // namespace emu
