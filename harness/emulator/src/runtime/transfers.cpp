#include "runtime/transfers.hpp"

#include <algorithm>
#include <cstring>

namespace emu {

bool on_device(const Device& device, const void* pointer) {
  return device.memory->covers(number(pointer));
}

bool inside(const Device& device, const void* pointer, std::size_t bytes) {
  const std::uint64_t start = device.memory->start_of(number(pointer));
  return start && bytes <= device.memory->bytes_at(start) - (number(pointer) - start);
}

void count(Device& device, const Copy& copy) {
  const std::uint64_t bytes = copy.row_bytes * copy.rows;
  const bool to = on_device(device, copy.to);
  const bool from = on_device(device, copy.from);
  HostCounts& host = device.host;
  if (to && from) {
    ++host.copies_on_device;
    host.bytes_on_device += bytes;
  } else if (to) {
    ++host.copies_to_device;
    host.bytes_to_device += bytes;
  } else if (from) {
    ++host.copies_to_host;
    host.bytes_to_host += bytes;
  }
}

// A word that a kernel stored undefined values into, whole, is no padding.
static bool holds_undefined_word(const std::uint8_t* shadow, std::size_t bytes) {
  const void* const first = std::memchr(shadow, holds_undefined, bytes);
  if (!first) return false;
  constexpr std::size_t word = 8;
  const std::size_t wanted = std::min(word, bytes);
  std::size_t length = 0;
  for (const auto* at = static_cast<const std::uint8_t*>(first); at < shadow + bytes; ++at) {
    length = *at == holds_undefined ? length + 1 : 0;
    if (length == wanted) return true;
  }
  return false;
}

void perform(Device& device, const Copy& copy) {
  DeviceMemory& memory = *device.memory;
  const bool to_device = on_device(device, copy.to);
  const bool from_device = on_device(device, copy.from);
  for (std::size_t row = 0; row < copy.rows; ++row) {
    const std::uint64_t to = number(copy.to) + row * copy.to_pitch;
    const std::uint64_t from = number(copy.from) + row * copy.from_pitch;
    void* const target = to_device ? memory.data(to) : reinterpret_cast<void*>(to);
    const void* const source =
        from_device ? memory.data(from) : reinterpret_cast<const void*>(from);
    if (from_device) device.touch(from, copy.row_bytes, false);
    if (to_device) device.touch(to, copy.row_bytes, true);
    if (from_device && !to_device && device.options.uninitialised &&
        holds_undefined_word(memory.shadow(from), copy.row_bytes))
      device.findings.add(Fault::uninitialised,
                          "copy to the host from " + memory.describe(from) + ", of " +
                              std::to_string(copy.row_bytes) +
                              " bytes: a kernel copied there what was never written");
    std::memmove(target, source, copy.row_bytes);
    if (to_device && from_device)
      std::memmove(memory.shadow(to), memory.shadow(from), copy.row_bytes);
    else if (to_device)
      memory.mark(to, copy.row_bytes, initialised);
  }
}

void count(Device& device, const Fill& fill) {
  ++device.host.fills;
  device.host.bytes_filled += fill.row_bytes * fill.rows;
}

void perform(Device& device, const Fill& fill) {
  for (std::size_t row = 0; row < fill.rows; ++row) {
    const std::uint64_t at = number(fill.to) + row * fill.pitch;
    const bool there = on_device(device, fill.to);
    auto* const place = there ? device.memory->data(at) : reinterpret_cast<std::uint8_t*>(at);
    for (std::size_t byte = 0; byte < fill.row_bytes; byte += fill.bytes)
      std::memcpy(place + byte, &fill.value, fill.bytes);
    if (there) {
      device.touch(at, fill.row_bytes, true);
      device.memory->mark(at, fill.row_bytes, initialised);
    }
  }
}

}  // namespace emu
