#include "runtime/copies.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/closed_pages.hpp"

namespace emu {

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
  const bool later = stream->capture != nullptr;
  if (!later) count(context, fill);
  const std::shared_ptr<ClosedPages> pages = later ? nullptr : closed(context, extent);
  context.streams.enqueue(stream, [fill, &context, later, pages] {
    if (later) count(context, fill);
    tell_access(context, pages.get(), "a fill");
    perform(context, fill);
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
