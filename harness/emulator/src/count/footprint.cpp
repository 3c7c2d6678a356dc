#include "count/footprint.hpp"

#include <algorithm>
#include <iterator>

#include "count/traffic.hpp"
#include "memory/device_memory.hpp"

namespace emu {

Footprint::Footprint(std::uint64_t cache_bytes) : cache_sectors_(cache_bytes / sector_bytes) {}

void Footprint::begin() {
  ++launch_;
  read_ = written_ = 0;
}

void Footprint::use(std::uint64_t sector, bool reads, bool writes, Distinct& sums) {
  const std::uint64_t number = sector - DeviceMemory::base / sector_bytes;
  const std::uint64_t index = number / page_sectors;
  if (index >= pages_.size()) pages_.resize(index + 1);
  if (!pages_[index]) pages_[index] = std::make_unique<Page>();
  Page& page = *pages_[index];
  if (page.launch != launch_) {
    page.launch = launch_;
    std::fill(std::begin(page.read), std::end(page.read), 0);
    std::fill(std::begin(page.written), std::end(page.written), 0);
  }
  const std::uint64_t bit = std::uint64_t{1} << number % 64;
  std::uint64_t& read = page.read[number % page_sectors / 64];
  std::uint64_t& written = page.written[number % page_sectors / 64];
  if (reads && !((read | written) & bit)) {
    read |= bit;
    ++sums.read;
    sums.compulsory += ++read_ > cache_sectors_;
  }
  if (writes && !(written & bit)) {
    written |= bit;
    ++sums.written;
    sums.compulsory += ++written_ > cache_sectors_;
  }
}

}  // namespace emu
