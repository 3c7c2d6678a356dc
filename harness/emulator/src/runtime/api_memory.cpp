// Memory: allocations, copies, fills, symbols.
#include <cstdlib>
#include <cstring>

#include "runtime/copies.hpp"

using namespace emu;

namespace {

Fill bytes_of(void* to, int value, std::size_t pitch, std::size_t row_bytes, std::size_t rows) {
  return {to, static_cast<std::uint32_t>(value), 1, pitch, row_bytes, rows};
}

int symbol_copy(Context& context, const void* symbol, std::size_t offset, std::size_t bytes,
                std::uint64_t& address) {
  std::size_t size = 0;
  address = context.modules.symbol(symbol, size);
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
    context.streams.finish_all();
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
  return entry([&](Context& context) { return allocate_host(context, pointer, bytes, true); });
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
    context.streams.finish_all();
    if (!context.memory->unshare(pointer)) return static_cast<int>(invalid_value);
    std::free(pointer);
    return context.sticky;
  });
}

EMU_API int cudaHostRegister(void* pointer, std::size_t bytes, unsigned) {
  return entry([&](Context& context) {
    if (!pointer || bytes == 0) return invalid_value;
    if (pinned(context, pointer, 1)) return host_already_registered;
    context.memory->share(pointer, bytes, false);
    context.watch();
    return success;
  });
}
EMU_API int cudaHostUnregister(void* pointer) {
  return entry([&](Context& context) {
    context.streams.finish_all();
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
    attributes->type = device ? 2 : context.memory->managed(number(pointer)) ? 3 : host ? 1 : 0;
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
  return entry([&](Context& context) {
    return fill(context, bytes_of(to, value, bytes, bytes, 1), nullptr);
  });
}
EMU_API int cudaMemsetAsync(void* to, int value, std::size_t bytes, void* stream) {
  return entry([&](Context& context) {
    return fill(context, bytes_of(to, value, bytes, bytes, 1), stream);
  });
}
EMU_API int cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) {
  return entry([&](Context& context) {
    return fill(context, bytes_of(to, value, pitch, width, height), nullptr);
  });
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
    *pointer = reinterpret_cast<void*>(context.modules.symbol(symbol, bytes));
    return *pointer ? success : invalid_symbol;
  });
}
EMU_API int cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  return entry([&](Context& context) {
    return context.modules.symbol(symbol, *bytes) ? success : invalid_symbol;
  });
}
