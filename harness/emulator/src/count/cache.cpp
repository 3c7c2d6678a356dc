#include "count/cache.hpp"

#include <algorithm>

#include "count/traffic.hpp"

namespace emu {

Cache::Cache(std::uint64_t bytes)
    : sets_(std::max<std::uint64_t>(1, bytes / (sector_bytes * sectors_a_line * ways))),
      lines_(sets_ * ways) {}

void Cache::use(std::uint64_t sector, bool reads, bool writes, Misses& misses) {
  const std::uint64_t number = sector / sectors_a_line;
  const auto bit = static_cast<std::uint8_t>(1u << sector % sectors_a_line);
  Line* const first = &lines_[number % sets_ * ways];
  Line* line = first;
  while (line != first + ways - 1 && line->number != number) ++line;
  if (line->number != number) {
    misses.written += static_cast<unsigned>(__builtin_popcount(line->changed));
    *line = Line{number, 0, 0};
  }
  if (line != first) std::rotate(first, line, line + 1);
  if (reads && !(first->present & bit)) ++misses.read;
  first->present |= bit;
  if (writes) first->changed |= bit;
}

}  // namespace emu
