#include "runtime/copies.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/closed_pages.hpp"

namespace emu {

static bool on_device(const Context& context, const void* pointer) {
  return context.memory->covers(number(pointer));
}

// All bytes belong to one live allocation.
static bool inside(const Context& context, const void* pointer, std::size_t bytes) {
  const std::uint64_t start = context.memory->start_of(number(pointer));
  return start && bytes <= context.memory->bytes_at(start) - (number(pointer) - start);
}

bool pinned(const Context& context, const void* pointer, std::size_t bytes) {
  return context.memory->shared_with_host(number(pointer), bytes);
}

static int checked(const Context& context, const Copy& copy, int kind) {
  if (kind < abi::host_to_host || kind > abi::by_address) return invalid_memcpy_direction;
  if (copy.row_bytes == 0 || copy.rows == 0) return success;
  if (!copy.to || !copy.from) return invalid_value;
  if (copy.rows > 1 && (copy.row_bytes > copy.to_pitch || copy.row_bytes > copy.from_pitch))
    return invalid_value;
  const bool to_device = on_device(context, copy.to);
  const bool from_device = on_device(context, copy.from);
  // Managed and pinned memory may be named as either.
  const bool to_either = to_device || pinned(context, copy.to, 1);
  const bool from_either = from_device || pinned(context, copy.from, 1);
  const bool wants_to = kind == abi::host_to_device || kind == abi::device_to_device;
  const bool wants_from = kind == abi::device_to_host || kind == abi::device_to_device;
  if (kind != abi::by_address &&
      ((wants_to ? !to_either : to_device) || (wants_from ? !from_either : from_device)))
    return invalid_value;
  if (to_device && !inside(context, copy.to, copy.span(copy.to_pitch))) return invalid_value;
  if (from_device && !inside(context, copy.from, copy.span(copy.from_pitch))) return invalid_value;
  return success;
}

static void count(Context& context, const Copy& copy) {
  const std::uint64_t bytes = copy.row_bytes * copy.rows;
  const bool to = on_device(context, copy.to);
  const bool from = on_device(context, copy.from);
  HostCounts& host = context.host;
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

static void perform(Context& context, const Copy& copy) {
  DeviceMemory& memory = *context.memory;
  const bool to_device = on_device(context, copy.to);
  const bool from_device = on_device(context, copy.from);
  for (std::size_t row = 0; row < copy.rows; ++row) {
    const std::uint64_t to = number(copy.to) + row * copy.to_pitch;
    const std::uint64_t from = number(copy.from) + row * copy.from_pitch;
    void* const target = to_device ? memory.data(to) : reinterpret_cast<void*>(to);
    const void* const source =
        from_device ? memory.data(from) : reinterpret_cast<const void*>(from);
    if (from_device) context.touch(from, copy.row_bytes, false);
    if (to_device) context.touch(to, copy.row_bytes, true);
    if (from_device && !to_device && context.options.uninitialised &&
        holds_undefined_word(memory.shadow(from), copy.row_bytes))
      context.findings.add(Fault::uninitialised,
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

// A number for what the rows of a copy's source hold.
static std::uint64_t digest(const Copy& copy) {
  std::uint64_t sum = 0;
  for (std::size_t row = 0; row < copy.rows; ++row) {
    const auto* const from = static_cast<const char*>(copy.from) + row * copy.from_pitch;
    for (std::size_t at = 0; at < copy.row_bytes; at += sizeof sum) {
      std::uint64_t word = 0;
      std::memcpy(&word, from + at, std::min(sizeof word, copy.row_bytes - at));
      sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
      sum ^= sum >> 29;
    }
  }
  return sum;
}

// Rows of pinned memory that queued work is to write, closed until then; null: they are not.
static std::shared_ptr<ClosedPages> closed(const Context& context, const Copy& copy) {
  const std::size_t bytes = copy.span(copy.to_pitch);
  if (!context.options.races || !pinned(context, copy.to, bytes) ||
      bytes != copy.row_bytes * copy.rows)
    return nullptr;
  return std::make_shared<ClosedPages>(number(copy.to),
                                       context.memory->with_padding(number(copy.to), bytes));
}

static void tell_access(Context& context, const ClosedPages* pages, const std::string& what) {
  const std::string access = pages ? pages->access() : "";
  if (access.empty()) return;
  context.findings.add(Fault::host_access, "the host " + access + " of pinned memory that " + what +
                                               " was to write, and had not waited for it");
}

int asynchronous(Context& context, const Copy& copy, int kind, void* handle) {
  Stream* stream = stream_of(context, handle);
  if (!stream) return invalid_resource_handle;
  if (const int error = checked(context, copy, kind)) return error;
  if (copy.row_bytes == 0 || copy.rows == 0) return success;
  const bool later = stream->capture != nullptr;  // and perhaps often
  if (!later) count(context, copy);
  const bool from_host = !on_device(context, copy.from);
  const bool to_host = !on_device(context, copy.to);
  if (from_host && !stream->capture && !pinned(context, copy.from, copy.span(copy.from_pitch))) {
    std::vector<std::uint8_t> staged(copy.row_bytes * copy.rows);
    for (std::size_t row = 0; row < copy.rows; ++row)
      std::memcpy(staged.data() + row * copy.row_bytes,
                  static_cast<const char*>(copy.from) + row * copy.from_pitch, copy.row_bytes);
    context.streams.enqueue(stream, [&context, copy, staged = std::move(staged)] {
      perform(context,
              {copy.to, staged.data(), copy.to_pitch, copy.row_bytes, copy.row_bytes, copy.rows});
    });
    return success;
  }
  // Where nothing else waits to run, what changes the source before the copy is a race.
  const bool watched = context.options.races && from_host && !later && context.streams.idle();
  const std::uint64_t before = watched ? digest(copy) : 0;
  const std::shared_ptr<ClosedPages> pages = later ? nullptr : closed(context, copy);
  context.streams.enqueue(stream, [&context, copy, later, watched, before, pages] {
    if (later) count(context, copy);
    tell_access(context, pages.get(), "a copy");
    if (watched && digest(copy) != before)
      context.findings.add(Fault::host_access, "the host changed pinned memory that a copy of " +
                                                   std::to_string(copy.row_bytes * copy.rows) +
                                                   " bytes was to read, and had not waited for it");
    perform(context, copy);
  });
  if (to_host && !stream->capture && !pinned(context, copy.to, copy.span(copy.to_pitch)))
    context.streams.finish(stream);
  return context.sticky;
}

int synchronous(Context& context, const Copy& copy, int kind) {
  if (const int error = checked(context, copy, kind)) return error;
  if (copy.row_bytes == 0 || copy.rows == 0) return success;
  count(context, copy);
  ++context.host.waits;
  Stream* const stream = stream_of(context, nullptr);
  context.streams.enqueue(stream, [&context, copy] { perform(context, copy); });
  context.streams.finish(stream);
  return context.sticky;
}

int fill(Context& context, const Fill& fill, void* handle) {
  Stream* stream = stream_of(context, handle);
  if (!stream) return invalid_resource_handle;
  if (fill.row_bytes == 0 || fill.rows == 0) return success;
  const Copy extent{fill.to, fill.to, fill.pitch, fill.pitch, fill.row_bytes, fill.rows};
  if (!inside(context, fill.to, extent.span(fill.pitch)) &&
      !pinned(context, fill.to, extent.span(fill.pitch)))
    return invalid_value;
  if (number(fill.to) % fill.bytes || fill.pitch % fill.bytes) return invalid_value;
  const auto count = [fill, &context] {
    ++context.host.fills;
    context.host.bytes_filled += fill.row_bytes * fill.rows;
  };
  const bool later = stream->capture != nullptr;
  if (!later) count();
  const std::shared_ptr<ClosedPages> pages = later ? nullptr : closed(context, extent);
  context.streams.enqueue(stream, [fill, &context, later, count, pages] {
    if (later) count();
    tell_access(context, pages.get(), "a fill");
    for (std::size_t row = 0; row < fill.rows; ++row) {
      const std::uint64_t at = number(fill.to) + row * fill.pitch;
      const bool device = on_device(context, fill.to);
      auto* const place = device ? context.memory->data(at) : reinterpret_cast<std::uint8_t*>(at);
      for (std::size_t byte = 0; byte < fill.row_bytes; byte += fill.bytes)
        std::memcpy(place + byte, &fill.value, fill.bytes);
      if (device) {
        context.touch(at, fill.row_bytes, true);
        context.memory->mark(at, fill.row_bytes, initialised);
      }
    }
  });
  return success;
}

static void* host_pages(std::size_t bytes) {
  void* const place = std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  return place;
}

int allocate_host(Context& context, void** pointer, std::size_t bytes, bool managed) {
  if (!pointer) return invalid_value;
  *pointer = nullptr;
  if (bytes == 0) return success;
  *pointer = host_pages(bytes);
  if (!*pointer) return memory_allocation;
  context.memory->share(*pointer, bytes, true, managed);
  context.watch();
  return success;
}

char* at(const Pitched& memory, const Position& position, std::size_t layer) {
  return static_cast<char*>(memory.pointer) +
         ((position.z + layer) * memory.height + position.y) * memory.pitch + position.x;
}

int copy_layers(Context& context, const Copy3* copy,
                const std::function<int(const Copy&)>& perform) {
  if (!copy) return invalid_value;
  if (copy->from_array || copy->to_array) {
    std::fputs("gpu-emulator: unsupported: copies of arrays\n", stderr);
    return not_supported;
  }
  for (std::size_t layer = 0; layer < copy->extent.depth; ++layer)
    if (const int error = perform({at(copy->to, copy->to_position, layer),
                                   at(copy->from, copy->from_position, layer), copy->to.pitch,
                                   copy->from.pitch, copy->extent.width, copy->extent.height}))
      return error;
  return context.sticky;
}

}  // namespace emu
