// What fewer programs use: launches with attributes, managed variables, memory in three dimensions,
// pools of memory; and what is not there.
#include <cstdio>
#include <cstring>

#include "runtime/copies.hpp"
#include "runtime/launches.hpp"
#include "runtime/missing.hpp"

using namespace emu;

namespace emu {

int missing(const char* name) {
  tell_missing(name);
  return question([](Context&) { return not_supported; });
}

}  // namespace emu

// --- launches with attributes
namespace {

struct Attribute {
  int kind;
  int padding;
  union {
    char bytes[64];
    int number;
    unsigned extent[3];
  } value;
};
static_assert(sizeof(Attribute) == 72, "as the runtime of CUDA 13 has it");
struct Configuration {
  abi::Dim3 grid, block;
  std::size_t shared;
  void* stream;
  const Attribute* attributes;
  unsigned count;
};

/// What changes no result here, or is what happens anyway.
bool may_be_ignored(const Attribute& attribute) {
  constexpr int ignore = 0, access_policy = 1, synchronisation_policy = 3, serialisation = 6,
                priority = 8;
  switch (attribute.kind) {
    case ignore:
    case access_policy:
    case synchronisation_policy:
    case serialisation:
    case priority:
      return true;
    default:
      return false;
  }
}

}  // namespace

EMU_API int cudaLaunchKernelExC(const Configuration* config, const void* function,
                                void** arguments) {
  constexpr int cooperative = 2, cluster = 4;
  return entry([&](Context& context) {
    if (!config) return static_cast<int>(invalid_value);
    LaunchShape shape{config->grid, config->block, config->shared, config->stream, false};
    for (unsigned i = 0; i < config->count; ++i) {
      const Attribute& attribute = config->attributes[i];
      if (attribute.kind == cooperative) {
        shape.cooperative = attribute.value.number != 0;
      } else if (attribute.kind == cluster) {
        const auto& extent = attribute.value.extent;
        shape.cluster = {extent[0], extent[1], extent[2]};
      } else if (!may_be_ignored(attribute)) {
        std::fprintf(stderr, "gpu-emulator: unsupported: a launch with attribute %d\n",
                     attribute.kind);
        return static_cast<int>(not_supported);
      }
    }
    return queue_launch(context, context.modules.kernel(function), shape, arguments);
  });
}

// --- managed variables
EMU_API void __cudaRegisterManagedVar(void** module, void** host, char*, const char* name, int,
                                      std::size_t bytes, int, int) {
  Context& context = Context::get();
  const std::lock_guard<std::recursive_mutex> guard(context.lock);
  allocate_host(context, host, bytes, true);
  context.modules.add_managed(module, *host, name, bytes);
}
EMU_API char __cudaInitModule(void** module) {
  Context& context = Context::get();
  const std::lock_guard<std::recursive_mutex> guard(context.lock);
  return context.modules.load_managed(module) ? 1 : 0;
}

// --- three dimensions
EMU_API int cudaMalloc3D(Pitched* memory, Extent3 extent) {
  return entry([&](Context& context) {
    constexpr std::size_t alignment = 512;
    if (!memory) return invalid_value;
    const std::size_t pitch = (extent.width + alignment - 1) / alignment * alignment;
    const std::size_t bytes = pitch * extent.height * extent.depth;
    void* const pointer =
        bytes ? reinterpret_cast<void*>(context.memory->allocate(bytes, "cudaMalloc3D")) : nullptr;
    *memory = {pointer, pitch, extent.width, extent.height};
    return pointer || !bytes ? success : memory_allocation;
  });
}
EMU_API int cudaMemset3DAsync(Pitched memory, int value, Extent3 extent, void* stream) {
  return entry([&](Context& context) {
    for (std::size_t layer = 0; layer < extent.depth; ++layer)
      if (const int error = fill(context,
                                 {at(memory, {0, 0, 0}, layer), static_cast<std::uint32_t>(value),
                                  1, memory.pitch, extent.width, extent.height},
                                 stream))
        return error;
    return static_cast<int>(success);
  });
}
EMU_API int cudaMemset3D(Pitched memory, int value, Extent3 extent) {
  return cudaMemset3DAsync(memory, value, extent, nullptr);
}
EMU_API int cudaMemcpy3D(const Copy3* copy) {
  return entry([&](Context& context) {
    return copy_layers(context, copy,
                       [&](const Copy& layer) { return synchronous(context, layer, copy->kind); });
  });
}
EMU_API int cudaMemcpy3DAsync(const Copy3* copy, void* stream) {
  return entry([&](Context& context) {
    return copy_layers(context, copy, [&](const Copy& layer) {
      return asynchronous(context, layer, copy->kind, stream);
    });
  });
}

// --- pools of memory: one, that keeps nothing
EMU_API int cudaMallocAsync(void** pointer, std::size_t bytes, void* stream);
namespace {
char pool;  // its address is the handle
}
EMU_API int cudaDeviceGetDefaultMemPool(void** handle, int device) {
  return question([&](Context&) {
    if (device != 0) return invalid_device;
    *handle = &pool;
    return success;
  });
}
EMU_API int cudaDeviceGetMemPool(void** handle, int device) {
  return cudaDeviceGetDefaultMemPool(handle, device);
}
EMU_API int cudaDeviceSetMemPool(int, void*) {
  return question([](Context&) { return success; });
}
EMU_API int cudaMemPoolCreate(void** handle, const void*) {
  return cudaDeviceGetDefaultMemPool(handle, 0);
}
EMU_API int cudaMemPoolDestroy(void*) {
  return question([](Context&) { return success; });
}
EMU_API int cudaMemPoolSetAttribute(void*, int, void*) {
  return question([](Context&) { return success; });
}
EMU_API int cudaMemPoolGetAttribute(void*, int, void* value) {
  return question([&](Context&) {
    std::memset(value, 0, sizeof(std::uint64_t));
    return success;
  });
}
EMU_API int cudaMemPoolTrimTo(void*, std::size_t) {
  return question([](Context&) { return success; });
}
EMU_API int cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, void*, void* stream) {
  return cudaMallocAsync(pointer, bytes, stream);
}
