// Memory: allocations, copies, fills, symbols.
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

#include "runtime/api.hpp"

using namespace emu;

namespace {

std::uint64_t number(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

bool on_device(const Context& context, const void* pointer) {
  return context.memory->covers(number(pointer));
}

// All bytes belong to one live allocation.
bool inside(const Context& context, const void* pointer, std::size_t bytes) {
  const std::uint64_t start = context.memory->start_of(number(pointer));
  return start && bytes <= context.memory->bytes_at(start) - (number(pointer) - start);
}

bool pinned(const Context& context, const void* pointer, std::size_t bytes) {
  return context.memory->shared_with_host(number(pointer), bytes);
}

/// A copy of rows; one row is a plain copy.
struct Copy {
  void* to;
  const void* from;
  std::size_t to_pitch, from_pitch, row_bytes, rows;

  std::size_t span(std::size_t pitch) const { return rows ? pitch * (rows - 1) + row_bytes : 0; }
};

int checked(const Context& context, const Copy& copy, int kind) {
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

void count(Context& context, const Copy& copy) {
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

void perform(Context& context, const Copy& copy) {
  DeviceMemory& memory = *context.memory;
  const bool to_device = on_device(context, copy.to);
  const bool from_device = on_device(context, copy.from);
  for (std::size_t row = 0; row < copy.rows; ++row) {
    const std::uint64_t to = number(copy.to) + row * copy.to_pitch;
    const std::uint64_t from = number(copy.from) + row * copy.from_pitch;
    void* const target = to_device ? memory.data(to) : reinterpret_cast<void*>(to);
    const void* const source =
        from_device ? memory.data(from) : reinterpret_cast<const void*>(from);
    std::memmove(target, source, copy.row_bytes);
    if (to_device && from_device)
      std::memmove(memory.shadow(to), memory.shadow(from), copy.row_bytes);
    else if (to_device)
      memory.mark(to, copy.row_bytes, initialised);
  }
}

// A copy whose source in pageable memory is read now; one into pageable memory is over when the
// call returns.
int asynchronous(Context& context, const Copy& copy, int kind, void* handle) {
  Stream* stream = stream_of(context, handle);
  if (!stream) return invalid_resource_handle;
  if (const int error = checked(context, copy, kind)) return error;
  if (copy.row_bytes == 0 || copy.rows == 0) return success;
  count(context, copy);
  const bool from_host = !on_device(context, copy.from);
  const bool to_host = !on_device(context, copy.to);
  if (from_host && !stream->capture && !pinned(context, copy.from, copy.span(copy.from_pitch))) {
    std::vector<std::uint8_t> staged(copy.row_bytes * copy.rows);
    for (std::size_t row = 0; row < copy.rows; ++row)
      std::memcpy(staged.data() + row * copy.row_bytes,
                  static_cast<const char*>(copy.from) + row * copy.from_pitch, copy.row_bytes);
    context.enqueue(stream, [&context, copy, staged = std::move(staged)] {
      perform(context,
              {copy.to, staged.data(), copy.to_pitch, copy.row_bytes, copy.row_bytes, copy.rows});
    });
    return success;
  }
  context.enqueue(stream, [&context, copy] { perform(context, copy); });
  if (to_host && !stream->capture && !pinned(context, copy.to, copy.span(copy.to_pitch)))
    context.finish(stream);
  return context.sticky;
}

int synchronous(Context& context, const Copy& copy, int kind) {
  if (const int error = checked(context, copy, kind)) return error;
  if (copy.row_bytes == 0 || copy.rows == 0) return success;
  count(context, copy);
  ++context.host.waits;
  context.enqueue(context.legacy(), [&context, copy] { perform(context, copy); });
  context.finish(context.legacy());
  return context.sticky;
}

Copy plain(void* to, const void* from, std::size_t bytes) {
  return {to, from, bytes, bytes, bytes, 1};
}

int fill(Context& context, void* to, int value, std::size_t pitch, std::size_t row_bytes,
         std::size_t rows, void* handle) {
  Stream* stream = stream_of(context, handle);
  if (!stream) return invalid_resource_handle;
  if (row_bytes == 0 || rows == 0) return success;
  const Copy extent{to, to, pitch, pitch, row_bytes, rows};
  if (!inside(context, to, extent.span(pitch)) && !pinned(context, to, extent.span(pitch)))
    return invalid_value;
  ++context.host.fills;
  context.host.bytes_filled += row_bytes * rows;
  context.enqueue(stream, [=, &context] {
    for (std::size_t row = 0; row < rows; ++row) {
      const std::uint64_t at = number(to) + row * pitch;
      if (on_device(context, to)) {
        std::memset(context.memory->data(at), value, row_bytes);
        context.memory->mark(at, row_bytes, initialised);
      } else {
        std::memset(reinterpret_cast<void*>(at), value, row_bytes);
      }
    }
  });
  return success;
}

void* host_pages(std::size_t bytes) {
  void* const place = std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  return place;
}

int allocate_host(Context& context, void** pointer, std::size_t bytes) {
  if (!pointer) return invalid_value;
  *pointer = nullptr;
  if (bytes == 0) return success;
  *pointer = host_pages(bytes);
  if (!*pointer) return memory_allocation;
  context.memory->share(*pointer, bytes);
  return success;
}

int symbol_copy(Context& context, const void* symbol, std::size_t offset, std::size_t bytes,
                std::uint64_t& address) {
  std::size_t size = 0;
  address = context.symbol(symbol, size);
  if (!address) return invalid_symbol;
  if (offset > size || bytes > size - offset) return invalid_value;
  address += offset;
  return success;
}

}  // namespace

EMU_API int cudaMalloc(void** pointer, std::size_t bytes) {
  return entry([&](Context& context) {
    if (!pointer) return invalid_value;
    *pointer = nullptr;
    if (bytes == 0) return success;
    *pointer = reinterpret_cast<void*>(context.memory->allocate(bytes, "cudaMalloc"));
    return *pointer ? success : memory_allocation;
  });
}

EMU_API int cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height) {
  return entry([&](Context& context) {
    constexpr std::size_t alignment = 512;
    *pitch = (width + alignment - 1) / alignment * alignment;
    *pointer =
        *pitch * height > 0
            ? reinterpret_cast<void*>(context.memory->allocate(*pitch * height, "cudaMallocPitch"))
            : nullptr;
    return *pointer || *pitch * height == 0 ? success : memory_allocation;
  });
}

EMU_API int cudaFree(void* pointer) {
  return entry([&](Context& context) {
    if (!pointer) return static_cast<int>(success);
    context.finish_all();
    if (context.sticky) return context.sticky;
    if (context.memory->unshare(pointer)) {
      std::free(pointer);
      return static_cast<int>(success);
    }
    return static_cast<int>(context.memory->release(number(pointer)) ? success : invalid_value);
  });
}

EMU_API int cudaMallocAsync(void** pointer, std::size_t bytes, void*) {
  return cudaMalloc(pointer, bytes);
}
EMU_API int cudaFreeAsync(void* pointer, void*) { return cudaFree(pointer); }

EMU_API int cudaMallocManaged(void** pointer, std::size_t bytes, unsigned) {
  return entry([&](Context& context) { return allocate_host(context, pointer, bytes); });
}
EMU_API int cudaHostAlloc(void** pointer, std::size_t bytes, unsigned) {
  return entry([&](Context& context) { return allocate_host(context, pointer, bytes); });
}
EMU_API int cudaMallocHost(void** pointer, std::size_t bytes) {
  return cudaHostAlloc(pointer, bytes, 0);
}

EMU_API int cudaFreeHost(void* pointer) {
  return entry([&](Context& context) {
    if (!pointer) return static_cast<int>(success);
    context.finish_all();
    if (!context.memory->unshare(pointer)) return static_cast<int>(invalid_value);
    std::free(pointer);
    return context.sticky;
  });
}

EMU_API int cudaHostRegister(void* pointer, std::size_t bytes, unsigned) {
  return entry([&](Context& context) {
    if (!pointer || bytes == 0) return invalid_value;
    if (pinned(context, pointer, 1)) return host_already_registered;
    context.memory->share(pointer, bytes);
    return success;
  });
}
EMU_API int cudaHostUnregister(void* pointer) {
  return entry([&](Context& context) {
    context.finish_all();
    return context.memory->unshare(pointer) ? success : host_not_registered;
  });
}
EMU_API int cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  return entry([&](Context& context) {
    if (!pinned(context, host, 1)) return invalid_value;
    *device = host;
    return success;
  });
}

EMU_API int cudaPointerGetAttributes(abi::PointerAttributes* attributes, const void* pointer) {
  return entry([&](Context& context) {
    std::memset(attributes, 0, sizeof *attributes);
    const bool device = context.memory->start_of(number(pointer)) != 0;
    const bool host = pinned(context, pointer, 1);
    attributes->type = device ? 2 : host ? 1 : 0;
    attributes->device_pointer = device || host ? const_cast<void*>(pointer) : nullptr;
    attributes->host_pointer = device ? nullptr : const_cast<void*>(pointer);
    return success;
  });
}

EMU_API int cudaMemcpy(void* to, const void* from, std::size_t bytes, int kind) {
  return entry(
      [&](Context& context) { return synchronous(context, plain(to, from, bytes), kind); });
}
EMU_API int cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind, void* stream) {
  return entry([&](Context& context) {
    return asynchronous(context, plain(to, from, bytes), kind, stream);
  });
}
EMU_API int cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, int kind) {
  return entry([&](Context& context) {
    return synchronous(context, {to, from, to_pitch, from_pitch, width, height}, kind);
  });
}
EMU_API int cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              int kind, void* stream) {
  return entry([&](Context& context) {
    return asynchronous(context, {to, from, to_pitch, from_pitch, width, height}, kind, stream);
  });
}

EMU_API int cudaMemset(void* to, int value, std::size_t bytes) {
  return entry(
      [&](Context& context) { return fill(context, to, value, bytes, bytes, 1, nullptr); });
}
EMU_API int cudaMemsetAsync(void* to, int value, std::size_t bytes, void* stream) {
  return entry([&](Context& context) { return fill(context, to, value, bytes, bytes, 1, stream); });
}
EMU_API int cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) {
  return entry(
      [&](Context& context) { return fill(context, to, value, pitch, width, height, nullptr); });
}

EMU_API int cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes,
                               std::size_t offset, int kind) {
  return entry([&](Context& context) {
    std::uint64_t address = 0;
    if (const int error = symbol_copy(context, symbol, offset, bytes, address)) return error;
    return synchronous(context, plain(reinterpret_cast<void*>(address), from, bytes), kind);
  });
}
EMU_API int cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes,
                                 std::size_t offset, int kind) {
  return entry([&](Context& context) {
    std::uint64_t address = 0;
    if (const int error = symbol_copy(context, symbol, offset, bytes, address)) return error;
    return synchronous(context, plain(to, reinterpret_cast<void*>(address), bytes), kind);
  });
}
EMU_API int cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return entry([&](Context& context) {
    std::size_t bytes = 0;
    *pointer = reinterpret_cast<void*>(context.symbol(symbol, bytes));
    return *pointer ? success : invalid_symbol;
  });
}
EMU_API int cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  return entry(
      [&](Context& context) { return context.symbol(symbol, *bytes) ? success : invalid_symbol; });
}
