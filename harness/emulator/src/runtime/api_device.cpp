// Devices, errors, occupancy.
#include <algorithm>
#include <cstring>
#include <map>

#include "runtime/api.hpp"

using namespace emu;

namespace {

constexpr int runtime_version = 13000;

int attribute(const Gpu& gpu, int which, int& value) {
  const std::map<int, int> known = {{1, 1024},
                                    {2, 1024},
                                    {3, 1024},
                                    {4, 64},
                                    {5, 2147483647},
                                    {6, 65535},
                                    {7, 65535},
                                    {8, static_cast<int>(shared_without_asking)},
                                    {9, 65536},
                                    {10, 32},
                                    {12, static_cast<int>(registers_a_multiprocessor)},
                                    {13, gpu.clock_khz},
                                    {15, 1},
                                    {16, static_cast<int>(gpu.multiprocessors)},
                                    {18, 0},
                                    {19, 1},
                                    {20, 0},
                                    {31, 1},
                                    {36, 2619000},
                                    {37, gpu.bus_bits},
                                    {38, static_cast<int>(gpu.l2_bytes)},
                                    {39, 2048},
                                    {40, 3},
                                    {41, 1},
                                    {75, gpu.major},
                                    {76, gpu.minor},
                                    {78, 1},
                                    {79, 1},
                                    {80, 1},
                                    {81, static_cast<int>(gpu.shared_per_multiprocessor)},
                                    {82, static_cast<int>(registers_a_multiprocessor)},
                                    {83, 1},
                                    {86, 0},
                                    {88, 0},
                                    {89, 0},
                                    {90, 1},
                                    {91, 1},
                                    {95, 1},
                                    {97, static_cast<int>(gpu.shared_per_block)},
                                    {99, 1},
                                    {100, 0},
                                    {101, 0},
                                    {106, static_cast<int>(blocks_a_multiprocessor)},
                                    {111, static_cast<int>(reserved_shared)},
                                    {115, 0}};
  const auto found = known.find(which);
  if (found == known.end()) return invalid_value;
  value = found->second;
  return success;
}

int occupancy(Context& context, int* blocks, const void* function, int threads,
              std::size_t shared) {
  Kernel* kernel = context.modules.kernel(function);
  if (!kernel) return invalid_device_function;
  if (const int error = context.modules.load(*kernel)) return error;
  if (!blocks || threads <= 0) return invalid_value;
  const std::uint32_t most =
      kernel->function->max_threads ? kernel->function->max_threads : most_threads_a_block;
  *blocks = static_cast<std::uint32_t>(threads) > most
                ? 0
                : static_cast<int>(context.resident(*kernel->function,
                                                    static_cast<std::uint64_t>(threads), shared));
  return success;
}

}  // namespace

EMU_API int cudaGetDeviceCount(int* count) {
  return question([&](Context&) {
    *count = 1;
    return success;
  });
}
EMU_API int cudaGetDevice(int* device) {
  return question([&](Context&) {
    *device = 0;
    return success;
  });
}
EMU_API int cudaSetDevice(int device) {
  return entry([&](Context&) { return device == 0 ? success : invalid_device; });
}
EMU_API int cudaInitDevice(int device, unsigned, unsigned) { return cudaSetDevice(device); }
EMU_API int cudaSetDeviceFlags(unsigned) {
  return question([](Context&) { return success; });
}
EMU_API int cudaDeviceSetLimit(int limit, std::size_t value) {
  return entry([&](Context& context) {
    if (limit == 0) context.stack_limit = value;
    return success;
  });
}
EMU_API int cudaDeviceSetCacheConfig(int) {
  return entry([](Context&) { return success; });
}
EMU_API int cudaRuntimeGetVersion(int* version) {
  *version = runtime_version;
  return success;
}
EMU_API int cudaDriverGetVersion(int* version) {
  *version = runtime_version;
  return success;
}

EMU_API int cudaDeviceGetAttribute(int* value, int which, int device) {
  return question([&](Context& context) {
    return device == 0 ? attribute(context.gpu, which, *value) : invalid_device;
  });
}

EMU_API int cudaGetDeviceProperties(abi::DeviceProperties* p, int device) {
  return question([&](Context& context) {
    if (device != 0) return static_cast<int>(invalid_device);
    const Gpu& gpu = context.gpu;
    std::memset(p, 0, sizeof *p);
    std::strncpy(p->name, gpu.name, sizeof p->name - 1);
    p->total_global_memory = context.memory->capacity();
    p->shared_per_block = shared_without_asking;
    p->registers_per_block = p->registers_per_multiprocessor =
        static_cast<int>(registers_a_multiprocessor);
    p->warp_size = static_cast<int>(warp_lanes);
    p->memory_pitch = 2147483647;
    p->max_threads_per_block = static_cast<int>(most_threads_a_block);
    p->max_block[0] = p->max_block[1] = 1024;
    p->max_block[2] = 64;
    p->max_grid[0] = 2147483647;
    p->max_grid[1] = p->max_grid[2] = 65535;
    p->total_constant_memory = 65536;
    p->major = gpu.major;
    p->minor = gpu.minor;
    p->texture_alignment = 512;
    p->texture_pitch_alignment = 32;
    p->multiprocessors = static_cast<int>(gpu.multiprocessors);
    p->can_map_host_memory = 1;
    p->concurrent_kernels = 1;
    p->async_engines = 3;
    p->unified_addressing = 1;
    p->memory_bus_width = gpu.bus_bits;
    p->l2_bytes = static_cast<int>(gpu.l2_bytes);
    p->max_threads_per_multiprocessor = static_cast<int>(warps_a_multiprocessor * warp_lanes);
    p->global_l1_cache = p->local_l1_cache = 1;
    p->shared_per_multiprocessor = gpu.shared_per_multiprocessor;
    p->managed_memory = 1;
    p->compute_preemption = 1;
    p->host_pointer_for_registered = 1;
    p->cooperative_launch = 1;
    p->shared_per_block_optin = gpu.shared_per_block;
    p->max_blocks_per_multiprocessor = static_cast<int>(blocks_a_multiprocessor);
    p->reserved_shared_per_block = reserved_shared;
    p->host_register = 1;
    return static_cast<int>(success);
  });
}

EMU_API int cudaMemGetInfo(std::size_t* available, std::size_t* total) {
  return entry([&](Context& context) {
    *total = context.memory->capacity();
    *available = *total - context.memory->in_use();
    return success;
  });
}

EMU_API int cudaDeviceSynchronize() {
  return entry([](Context& context) {
    ++context.host.waits;
    context.streams.finish_all();
    return context.sticky;
  });
}

EMU_API int cudaDeviceReset() {
  return entry([](Context& context) {
    context.streams.finish_all();
    return context.sticky;
  });
}

EMU_API int cudaGetLastError() {
  Context& context = Context::get();
  const std::lock_guard<std::recursive_mutex> guard(context.lock);
  const int error = context.last_error;
  context.last_error = context.sticky;
  return error;
}
EMU_API int cudaPeekAtLastError() { return Context::get().last_error; }
EMU_API const char* cudaGetErrorString(int error) { return error_text(error); }
EMU_API const char* cudaGetErrorName(int error) { return error_name(error); }

EMU_API int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                          int threads, std::size_t shared) {
  return entry(
      [&](Context& context) { return occupancy(context, blocks, function, threads, shared); });
}
EMU_API int cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks,
                                                                   const void* function,
                                                                   int threads, std::size_t shared,
                                                                   unsigned) {
  return entry(
      [&](Context& context) { return occupancy(context, blocks, function, threads, shared); });
}

EMU_API int cudaFuncGetAttributes(abi::FunctionAttributes* attributes, const void* function) {
  return entry([&](Context& context) {
    Kernel* kernel = context.modules.kernel(function);
    if (!kernel) return static_cast<int>(invalid_device_function);
    if (const int error = context.modules.load(*kernel)) return error;
    std::memset(attributes, 0, sizeof *attributes);
    attributes->shared_bytes = kernel->function->shared_bytes;
    attributes->local_bytes = kernel->function->local_bytes;
    attributes->max_threads_per_block = static_cast<int>(
        kernel->function->max_threads ? kernel->function->max_threads : most_threads_a_block);
    attributes->registers = static_cast<int>(context.registers(*kernel->function));
    attributes->ptx_version = kernel->function->program->architecture;
    attributes->binary_version = context.gpu.major * 10 + context.gpu.minor;
    attributes->max_dynamic_shared_bytes = static_cast<int>(kernel->dynamic_shared);
    return static_cast<int>(success);
  });
}

EMU_API int cudaFuncSetAttribute(const void* function, int attribute, int value) {
  return entry([&](Context& context) {
    Kernel* kernel = context.modules.kernel(function);
    if (!kernel) return static_cast<int>(invalid_device_function);
    if (const int error = context.modules.load(*kernel)) return error;
    constexpr int max_dynamic_shared = 8;
    constexpr int carveout = 9;
    if (attribute == carveout) return static_cast<int>(success);
    if (attribute != max_dynamic_shared || value < 0) return static_cast<int>(invalid_value);
    if (static_cast<std::uint64_t>(value) + kernel->function->shared_bytes >
        context.gpu.shared_per_block)
      return static_cast<int>(invalid_value);
    kernel->dynamic_shared = static_cast<std::uint32_t>(value);
    return static_cast<int>(success);
  });
}
EMU_API int cudaFuncSetCacheConfig(const void*, int) {
  return entry([](Context&) { return success; });
}
