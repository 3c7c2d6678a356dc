// What programs ask beside the main road: host functions in streams, late copies of symbols, hints
// about managed memory, limits and priorities.
#include <cstdio>
#include <cstring>

#include "runtime/copies.hpp"

using namespace emu;

namespace {

struct Location {
  int type;  // 1 device, 2 host
  int id;
};

enum class Limit : int { stack = 0, printf_buffer = 1, heap = 2 };

int with_stream(void* handle, const std::function<int(Context&, Stream*)>& body) {
  return entry([&](Context& context) {
    Stream* const stream = stream_of(context, handle);
    return stream ? body(context, stream) : static_cast<int>(invalid_resource_handle);
  });
}

int late_symbol_copy(const void* symbol, std::size_t offset, std::size_t bytes,
                     const std::function<int(Context&, void*)>& copy) {
  return entry([&](Context& context) {
    std::size_t size = 0;
    const std::uint64_t address = context.modules.symbol(symbol, size);
    if (!address) return static_cast<int>(invalid_symbol);
    if (offset > size || bytes > size - offset) return static_cast<int>(invalid_value);
    return copy(context, reinterpret_cast<void*>(address + offset));
  });
}

int of_managed(const void* pointer, std::size_t bytes) {
  return entry([&](Context& context) {
    const bool there = bytes > 0 && context.memory->shared_with_host(number(pointer), bytes) &&
                       context.memory->managed(number(pointer));
    return there ? success : invalid_value;
  });
}

}  // namespace

EMU_API int cudaLaunchHostFunc(void* handle, void (*function)(void*), void* data) {
  return with_stream(handle, [=](Context& context, Stream* stream) {
    context.watch();
    context.streams.enqueue(stream, [=] { as_callback([&] { function(data); }); });
    return success;
  });
}
EMU_API int cudaStreamAddCallback(void* handle, void (*callback)(void*, int, void*), void* data,
                                  unsigned) {
  return with_stream(handle, [=](Context& context, Stream* stream) {
    context.watch();
    context.streams.enqueue(
        stream, [=, &context] { as_callback([&] { callback(handle, context.sticky, data); }); });
    return success;
  });
}
EMU_API int cudaStreamGetFlags(void* handle, unsigned* flags) {
  return with_stream(handle, [=](Context&, Stream* stream) {
    *flags = stream->blocking ? 0 : 1;
    return success;
  });
}
EMU_API int cudaStreamGetPriority(void* handle, int* priority) {
  return with_stream(handle, [=](Context&, Stream*) {
    *priority = 0;
    return success;
  });
}
EMU_API int cudaStreamIsCapturing(void* handle, int* status) {
  return with_stream(handle, [=](Context&, Stream* stream) {
    *status = stream->capture ? 1 : 0;
    return success;
  });
}

EMU_API int cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes,
                                    std::size_t offset, int kind, void* stream) {
  return late_symbol_copy(symbol, offset, bytes, [&](Context& context, void* address) {
    return asynchronous(context, plain(address, from, bytes), kind, stream);
  });
}
EMU_API int cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes,
                                      std::size_t offset, int kind, void* stream) {
  return late_symbol_copy(symbol, offset, bytes, [&](Context& context, void* address) {
    return asynchronous(context, plain(to, address, bytes), kind, stream);
  });
}
EMU_API int cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, void* stream) {
  return entry([&](Context& context) {
    return fill(context, {to, static_cast<std::uint32_t>(value), 1, pitch, width, height}, stream);
  });
}

// Hints change no result.
EMU_API int cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, Location, unsigned,
                                 void* stream) {
  const int error = with_stream(stream, [](Context&, Stream*) { return success; });
  return error ? error : of_managed(pointer, bytes);
}
EMU_API int cudaMemAdvise(const void* pointer, std::size_t bytes, int, Location) {
  return of_managed(pointer, bytes);
}

EMU_API int cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return entry([&](Context&) {
    if (least) *least = 0;
    if (greatest) *greatest = 0;
    return success;
  });
}
EMU_API int cudaDeviceGetLimit(std::size_t* value, int limit) {
  return entry([&](Context& context) {
    switch (static_cast<Limit>(limit)) {
      case Limit::stack:
        *value = context.stack_limit;
        return success;
      case Limit::printf_buffer:
        *value = std::size_t{1} << 20;
        return success;
      case Limit::heap:
        *value = context.gpu.memory_bytes;
        return success;
    }
    return not_supported;
  });
}
EMU_API int cudaGetDeviceFlags(unsigned* flags) {
  return question([&](Context&) {
    *flags = 0;
    return success;
  });
}
EMU_API int cudaDeviceCanAccessPeer(int* can, int, int) {
  return question([&](Context&) {
    *can = 0;
    return success;
  });
}
EMU_API int cudaDeviceGetPCIBusId(char* text, int bytes, int device) {
  return question([&](Context&) {
    if (device != 0) return invalid_device;
    if (bytes < 13) return invalid_value;
    std::snprintf(text, static_cast<std::size_t>(bytes), "0000:00:00.0");
    return success;
  });
}
