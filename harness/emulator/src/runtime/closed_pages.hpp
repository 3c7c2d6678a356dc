// Pinned memory that the device is still to write: its pages are closed to the host until then, so
// that a host which does not wait is seen where it reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace emu {

/// Closes pages while it lives.  The first access of the host opens them and is remembered.
class ClosedPages {
 public:
  /// Whole pages among the bytes from `first` on.  Of two that overlap the later closes nothing.
  ClosedPages(std::uint64_t first, std::uint64_t bytes);
  ~ClosedPages();
  ClosedPages(const ClosedPages&) = delete;
  ClosedPages& operator=(const ClosedPages&) = delete;

  /// What the host did, for people: "read 0x.. (at 0x12 of program)"; empty: nothing.
  std::string access() const;

 private:
  struct Slot* slot_ = nullptr;
};

/// While one lives all pages are open: the device, or a function in one of its streams, works.
class OpenPages {
 public:
  OpenPages();
  ~OpenPages();
  OpenPages(const OpenPages&) = delete;
  OpenPages& operator=(const OpenPages&) = delete;
};

/// Of a signal: opens what is closed at an address.  False: nothing is.
bool open_page(std::uint64_t address, const void* instruction, bool write);

}  // namespace emu
