// Driver: memory, copies, streams, events.
#include "runtime/driver.hpp"

using namespace emu;

EMU_API int cudaMalloc(void** pointer, std::size_t bytes);
EMU_API int cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height);
EMU_API int cudaFree(void* pointer);
EMU_API int cudaMallocManaged(void** pointer, std::size_t bytes, unsigned flags);
EMU_API int cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags);
EMU_API int cudaFreeHost(void* pointer);
EMU_API int cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags);
EMU_API int cudaHostUnregister(void* pointer);
EMU_API int cudaHostGetDevicePointer(void** device, void* host, unsigned flags);
EMU_API int cudaStreamCreateWithFlags(void** stream, unsigned flags);
EMU_API int cudaStreamDestroy(void* stream);
EMU_API int cudaStreamSynchronize(void* stream);
EMU_API int cudaStreamQuery(void* stream);
EMU_API int cudaStreamWaitEvent(void* stream, void* event, unsigned flags);
EMU_API int cudaEventCreateWithFlags(void** event, unsigned flags);
EMU_API int cudaEventDestroy(void* event);
EMU_API int cudaEventRecord(void* event, void* stream);
EMU_API int cudaEventSynchronize(void* event);
EMU_API int cudaEventQuery(void* event);
EMU_API int cudaEventElapsedTime(float* milliseconds, void* from, void* to);

namespace {

using Address = unsigned long long;  // CUdeviceptr

void* pointer(Address address) { return reinterpret_cast<void*>(address); }

int copy(Address to, Address from, std::size_t bytes, int kind) {
  return driver([&](Context& context) {
    return synchronous(context, plain(pointer(to), pointer(from), bytes), kind);
  });
}
int copy(Address to, Address from, std::size_t bytes, int kind, void* stream) {
  return driver([&](Context& context) {
    return asynchronous(context, plain(pointer(to), pointer(from), bytes), kind, stream);
  });
}

int fill_rows(Address to, std::size_t pitch, std::uint32_t value, unsigned bytes, std::size_t width,
              std::size_t height, void* stream) {
  return driver([&](Context& context) {
    return fill(context, {pointer(to), value, bytes, pitch, width * bytes, height}, stream);
  });
}

}  // namespace

// --- memory
EMU_API int cuMemAlloc_v2(Address* address, std::size_t bytes) {
  return driver([&](Context&) {
    if (bytes == 0) return static_cast<int>(invalid_value);
    return cudaMalloc(reinterpret_cast<void**>(address), bytes);
  });
}
EMU_API int cuMemAlloc(Address* address, std::size_t bytes) {
  return cuMemAlloc_v2(address, bytes);
}
EMU_API int cuMemAllocAsync(Address* address, std::size_t bytes, void*) {
  return cuMemAlloc_v2(address, bytes);
}
EMU_API int cuMemAllocPitch_v2(Address* address, std::size_t* pitch, std::size_t width,
                               std::size_t height, unsigned) {
  return driver([&](Context&) {
    return cudaMallocPitch(reinterpret_cast<void**>(address), pitch, width, height);
  });
}
EMU_API int cuMemFree_v2(Address address) {
  return driver([&](Context&) { return cudaFree(pointer(address)); });
}
EMU_API int cuMemFree(Address address) { return cuMemFree_v2(address); }
EMU_API int cuMemFreeAsync(Address address, void*) { return cuMemFree_v2(address); }
EMU_API int cuMemAllocManaged(Address* address, std::size_t bytes, unsigned flags) {
  return driver(
      [&](Context&) { return cudaMallocManaged(reinterpret_cast<void**>(address), bytes, flags); });
}
EMU_API int cuMemHostAlloc(void** host, std::size_t bytes, unsigned flags) {
  return driver([&](Context&) { return cudaHostAlloc(host, bytes, flags); });
}
EMU_API int cuMemAllocHost_v2(void** host, std::size_t bytes) {
  return cuMemHostAlloc(host, bytes, 0);
}
EMU_API int cuMemAllocHost(void** host, std::size_t bytes) {
  return cuMemHostAlloc(host, bytes, 0);
}
EMU_API int cuMemFreeHost(void* host) {
  return driver([&](Context&) { return cudaFreeHost(host); });
}
EMU_API int cuMemHostRegister_v2(void* host, std::size_t bytes, unsigned flags) {
  return driver([&](Context&) { return cudaHostRegister(host, bytes, flags); });
}
EMU_API int cuMemHostUnregister(void* host) {
  return driver([&](Context&) { return cudaHostUnregister(host); });
}
EMU_API int cuMemHostGetDevicePointer_v2(Address* address, void* host, unsigned flags) {
  return driver([&](Context&) {
    return cudaHostGetDevicePointer(reinterpret_cast<void**>(address), host, flags);
  });
}
EMU_API int cuMemHostGetDevicePointer(Address* address, void* host, unsigned flags) {
  return cuMemHostGetDevicePointer_v2(address, host, flags);
}
EMU_API int cuMemGetAddressRange_v2(Address* start, std::size_t* bytes, Address address) {
  return driver([&](Context& context) {
    const std::uint64_t found = context.memory->start_of(address);
    if (!found) return symbol_not_found;
    if (start) *start = found;
    if (bytes) *bytes = context.memory->bytes_at(found);
    return success;
  });
}
EMU_API int cuMemGetAddressRange(Address* start, std::size_t* bytes, Address address) {
  return cuMemGetAddressRange_v2(start, bytes, address);
}

// --- memory mapped piece by piece: not there
EMU_API int cuMemGetAllocationGranularity(std::size_t*, const void*, int) { return not_supported; }
EMU_API int cuMemAddressReserve(Address*, std::size_t, std::size_t, Address, unsigned long long) {
  return not_supported;
}
EMU_API int cuMemAddressFree(Address, std::size_t) { return not_supported; }
EMU_API int cuMemCreate(unsigned long long*, std::size_t, const void*, unsigned long long) {
  return not_supported;
}
EMU_API int cuMemRelease(unsigned long long) { return not_supported; }
EMU_API int cuMemMap(Address, std::size_t, std::size_t, unsigned long long, unsigned long long) {
  return not_supported;
}
EMU_API int cuMemUnmap(Address, std::size_t) { return not_supported; }
EMU_API int cuMemSetAccess(Address, std::size_t, const void*, std::size_t) { return not_supported; }

// --- copies
EMU_API int cuMemcpy(Address to, Address from, std::size_t bytes) {
  return copy(to, from, bytes, abi::by_address);
}
EMU_API int cuMemcpyAsync(Address to, Address from, std::size_t bytes, void* stream) {
  return copy(to, from, bytes, abi::by_address, stream);
}
EMU_API int cuMemcpyHtoD_v2(Address to, const void* from, std::size_t bytes) {
  return copy(to, number(from), bytes, abi::host_to_device);
}
EMU_API int cuMemcpyHtoD(Address to, const void* from, std::size_t bytes) {
  return cuMemcpyHtoD_v2(to, from, bytes);
}
EMU_API int cuMemcpyHtoDAsync_v2(Address to, const void* from, std::size_t bytes, void* stream) {
  return copy(to, number(from), bytes, abi::host_to_device, stream);
}
EMU_API int cuMemcpyHtoDAsync(Address to, const void* from, std::size_t bytes, void* stream) {
  return cuMemcpyHtoDAsync_v2(to, from, bytes, stream);
}
EMU_API int cuMemcpyDtoH_v2(void* to, Address from, std::size_t bytes) {
  return copy(number(to), from, bytes, abi::device_to_host);
}
EMU_API int cuMemcpyDtoH(void* to, Address from, std::size_t bytes) {
  return cuMemcpyDtoH_v2(to, from, bytes);
}
EMU_API int cuMemcpyDtoHAsync_v2(void* to, Address from, std::size_t bytes, void* stream) {
  return copy(number(to), from, bytes, abi::device_to_host, stream);
}
EMU_API int cuMemcpyDtoHAsync(void* to, Address from, std::size_t bytes, void* stream) {
  return cuMemcpyDtoHAsync_v2(to, from, bytes, stream);
}
EMU_API int cuMemcpyDtoD_v2(Address to, Address from, std::size_t bytes) {
  return copy(to, from, bytes, abi::device_to_device);
}
EMU_API int cuMemcpyDtoDAsync_v2(Address to, Address from, std::size_t bytes, void* stream) {
  return copy(to, from, bytes, abi::device_to_device, stream);
}
EMU_API int cuMemcpyDtoDAsync(Address to, Address from, std::size_t bytes, void* stream) {
  return cuMemcpyDtoDAsync_v2(to, from, bytes, stream);
}
EMU_API int cuMemcpyPeerAsync(Address to, void*, Address from, void*, std::size_t bytes,
                              void* stream) {
  return cuMemcpyDtoDAsync_v2(to, from, bytes, stream);
}

EMU_API int cuMemsetD8_v2(Address to, unsigned char value, std::size_t count) {
  return fill_rows(to, count, value, 1, count, 1, nullptr);
}
EMU_API int cuMemsetD8Async(Address to, unsigned char value, std::size_t count, void* stream) {
  return fill_rows(to, count, value, 1, count, 1, stream);
}
EMU_API int cuMemsetD16Async(Address to, unsigned short value, std::size_t count, void* stream) {
  return fill_rows(to, 2 * count, value, 2, count, 1, stream);
}
EMU_API int cuMemsetD32_v2(Address to, unsigned value, std::size_t count) {
  return fill_rows(to, 4 * count, value, 4, count, 1, nullptr);
}
EMU_API int cuMemsetD32Async(Address to, unsigned value, std::size_t count, void* stream) {
  return fill_rows(to, 4 * count, value, 4, count, 1, stream);
}
EMU_API int cuMemsetD2D8Async(Address to, std::size_t pitch, unsigned char value, std::size_t width,
                              std::size_t height, void* stream) {
  return fill_rows(to, pitch, value, 1, width, height, stream);
}
EMU_API int cuMemsetD2D16Async(Address to, std::size_t pitch, unsigned short value,
                               std::size_t width, std::size_t height, void* stream) {
  return fill_rows(to, pitch, value, 2, width, height, stream);
}
EMU_API int cuMemsetD2D32Async(Address to, std::size_t pitch, unsigned value, std::size_t width,
                               std::size_t height, void* stream) {
  return fill_rows(to, pitch, value, 4, width, height, stream);
}

// --- streams and events
EMU_API int cuStreamCreate(void** stream, unsigned flags) {
  return driver([&](Context&) { return cudaStreamCreateWithFlags(stream, flags); });
}
EMU_API int cuStreamCreateWithPriority(void** stream, unsigned flags, int) {
  return cuStreamCreate(stream, flags);
}
EMU_API int cuStreamDestroy_v2(void* stream) {
  return driver(needs_for(stream), [&](Context&) { return cudaStreamDestroy(stream); });
}
EMU_API int cuStreamDestroy(void* stream) { return cuStreamDestroy_v2(stream); }
EMU_API int cuStreamSynchronize(void* stream) {
  return driver(needs_for(stream), [&](Context&) { return cudaStreamSynchronize(stream); });
}
EMU_API int cuStreamQuery(void* stream) {
  return driver(needs_for(stream), [&](Context&) { return cudaStreamQuery(stream); });
}
EMU_API int cuStreamWaitEvent(void* stream, void* event, unsigned flags) {
  return driver(needs_for(stream),
                [&](Context&) { return cudaStreamWaitEvent(stream, event, flags); });
}
EMU_API int cuStreamAddCallback(void* handle, void (*callback)(void*, int, void*), void* data,
                                unsigned) {
  return driver([&](Context& context) {
    Stream* stream = stream_of(context, handle);
    if (!stream) return invalid_resource_handle;
    context.watch();
    context.streams.enqueue(stream, [=, &context] {
      as_callback([&] { callback(handle, driver_error(context.sticky), data); });
    });
    return success;
  });
}
EMU_API int cuLaunchHostFunc(void* handle, void (*function)(void*), void* data) {
  return driver([&](Context& context) {
    Stream* stream = stream_of(context, handle);
    if (!stream) return invalid_resource_handle;
    context.watch();
    context.streams.enqueue(stream, [=] { as_callback([&] { function(data); }); });
    return success;
  });
}

EMU_API int cuEventCreate(void** event, unsigned flags) {
  return driver([&](Context&) { return cudaEventCreateWithFlags(event, flags); });
}
EMU_API int cuEventDestroy_v2(void* event) {
  return driver(needs_for(event), [&](Context&) { return cudaEventDestroy(event); });
}
EMU_API int cuEventDestroy(void* event) { return cuEventDestroy_v2(event); }
EMU_API int cuEventRecord(void* event, void* stream) {
  return driver(needs_for(event), [&](Context&) { return cudaEventRecord(event, stream); });
}
EMU_API int cuEventSynchronize(void* event) {
  return driver(needs_for(event), [&](Context&) { return cudaEventSynchronize(event); });
}
EMU_API int cuEventQuery(void* event) {
  return driver(needs_for(event), [&](Context&) { return cudaEventQuery(event); });
}
EMU_API int cuEventElapsedTime(float* milliseconds, void* from, void* to) {
  return driver(needs_for(from),
                [&](Context&) { return cudaEventElapsedTime(milliseconds, from, to); });
}
