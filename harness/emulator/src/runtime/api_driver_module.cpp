// Driver: modules, linking, functions, launches.
#include <cstdio>
#include <cstring>
#include <memory>
#include <set>

#include "exec/builtins.hpp"
#include "ptx/link.hpp"
#include "runtime/driver.hpp"
#include "runtime/fatbin.hpp"
#include "runtime/launches.hpp"

using namespace emu;

namespace {

constexpr std::uint32_t fat_binary_magic = 0xba55ed50;
constexpr std::uint32_t wrapper_magic = 0x466243b1;

/// A linked image on its way from cuLinkComplete to cuModuleLoadData: begins with a mark.
struct Linked {
  char mark[16] = "emulated module";
  ptx::Module module;
};

struct LinkState {
  std::vector<ptx::Unit> units;
  std::unique_ptr<Linked> linked;
};

auto& link_states = *new std::set<void*>;  // never destroyed: programs tidy up late

/// The link of a handle; null: it is none.
LinkState* link_of(void* handle) {
  return link_states.count(handle) ? static_cast<LinkState*>(handle) : nullptr;
}

std::string text_of(const void* image, unsigned capability) {
  std::uint32_t magic = 0;
  std::memcpy(&magic, image, sizeof magic);
  if (magic == wrapper_magic) return choose_ptx(read_fat_binary(image), capability).text;
  if (magic == fat_binary_magic) {
    const struct {
      std::uint32_t magic = wrapper_magic, version = 1;
      const void* data;
      void* more = nullptr;
    } wrapper = {wrapper_magic, 1, image, nullptr};
    return choose_ptx(read_fat_binary(&wrapper), capability).text;
  }
  if (std::memcmp(image, "\177ELF", 4) == 0) {
    const std::string text = ptx_of_elf(image);
    if (!text.empty()) return text;
    throw ptx::Unsupported(
        "the program loads machine code, and PTX is what runs here: build it so that the driver "
        "compiles PTX (nvcc: code=compute_90; Clang 16: -foffload-lto -fopenmp-target-jit)");
  }
  return static_cast<const char*>(image);
}

// Handles of modules are their numbers, from 1.
void* handle_of(std::uint32_t module) {
  return reinterpret_cast<void*>(std::uintptr_t{module} + 1);
}
bool module_of(const Context& context, void* handle, std::uint32_t& module) {
  module = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(handle) - 1);
  return handle && context.modules.is_loaded(module);
}

int refused(const ptx::Unsupported& reason, int error) {
  std::fprintf(stderr, "gpu-emulator: unsupported: %s\n", reason.what());
  return error;
}

}  // namespace

EMU_API int cuModuleLoadDataEx(void** module, const void* image, unsigned, void*, void*) {
  return driver([&](Context& context) -> int {
    if (!module || !image) return invalid_value;
    try {
      const auto* linked = static_cast<const Linked*>(image);
      if (std::strcmp(static_cast<const char*>(image), Linked().mark) == 0) {
        *module = handle_of(context.modules.load_text(linked->module));
      } else {
        const auto capability = static_cast<unsigned>(context.gpu.major * 10 + context.gpu.minor);
        *module =
            handle_of(context.modules.load_text(context.modules.read(text_of(image, capability))));
      }
      return success;
    } catch (const ptx::Unsupported& reason) {
      return refused(reason, std::memcmp(image, "\177ELF", 4) == 0 ? no_kernel_image : invalid_ptx);
    }
  });
}
EMU_API int cuModuleLoadData(void** module, const void* image) {
  return cuModuleLoadDataEx(module, image, 0, nullptr, nullptr);
}
EMU_API int cuModuleLoadFatBinary(void** module, const void* image) {
  return cuModuleLoadDataEx(module, image, 0, nullptr, nullptr);
}
EMU_API int cuModuleLoad(void** module, const char* path) {
  constexpr int file_not_found = 301;
  std::FILE* file = path ? std::fopen(path, "rb") : nullptr;
  if (!file) return file_not_found;
  std::string text;
  char part[65536];
  for (std::size_t got; (got = std::fread(part, 1, sizeof part, file)) > 0;) text.append(part, got);
  std::fclose(file);
  return cuModuleLoadDataEx(module, text.c_str(), 0, nullptr, nullptr);
}
EMU_API int cuModuleUnload(void* handle) {
  return driver([&](Context& context) {
    std::uint32_t module = 0;
    if (!module_of(context, handle, module)) return invalid_resource_handle;
    context.unload(module);
    return success;
  });
}
EMU_API int cuModuleGetFunction(void** function, void* handle, const char* name) {
  return driver([&](Context& context) -> int {
    std::uint32_t module = 0;
    if (!module_of(context, handle, module)) return invalid_resource_handle;
    Kernel* kernel = context.modules.kernel(module, name);
    if (!kernel) return symbol_not_found;
    *function = kernel;
    return success;
  });
}
EMU_API int cuModuleGetGlobal_v2(unsigned long long* address, std::size_t* bytes, void* handle,
                                 const char* name) {
  return driver([&](Context& context) {
    std::uint32_t module = 0;
    if (!module_of(context, handle, module)) return invalid_resource_handle;
    std::size_t size = 0;
    const std::uint64_t place = context.modules.symbol(module, name, size);
    if (!place) return symbol_not_found;
    if (address) *address = place;
    if (bytes) *bytes = size;
    return success;
  });
}
EMU_API int cuModuleGetGlobal(unsigned long long* address, std::size_t* bytes, void* handle,
                              const char* name) {
  return cuModuleGetGlobal_v2(address, bytes, handle, name);
}

// --- the linker
EMU_API int cuLinkCreate_v2(unsigned, void*, void*, void** state) {
  return driver([&](Context&) {
    *state = new LinkState;
    link_states.insert(*state);
    return success;
  });
}
EMU_API int cuLinkCreate(unsigned count, void* options, void* values, void** state) {
  return cuLinkCreate_v2(count, options, values, state);
}
EMU_API int cuLinkAddData_v2(void* handle, int type, void* data, std::size_t bytes,
                             const char* name, unsigned, void*, void*) {
  return driver([&](Context& context) -> int {
    constexpr int is_ptx = 1;
    if (!link_of(handle) || !data) return invalid_value;
    auto& units = link_of(handle)->units;
    const std::string called = name && *name ? name : "module " + std::to_string(units.size() + 1);
    try {
      if (type != is_ptx) throw ptx::Unsupported(called + ": only PTX can be linked here");
      const auto* text = static_cast<const char*>(data);
      units.push_back({called, context.modules.read({text, strnlen(text, bytes)})});
      return success;
    } catch (const ptx::Unsupported& reason) {
      return refused(ptx::Unsupported(called + ": " + reason.what()), invalid_ptx);
    }
  });
}
EMU_API int cuLinkAddData(void* handle, int type, void* data, std::size_t bytes, const char* name,
                          unsigned count, void* options, void* values) {
  return cuLinkAddData_v2(handle, type, data, bytes, name, count, options, values);
}
EMU_API int cuLinkComplete(void* handle, void** image, std::size_t* bytes) {
  return driver([&](Context&) -> int {
    if (!link_of(handle) || !image) return invalid_value;
    auto& state = *link_of(handle);
    try {
      state.linked = std::make_unique<Linked>();
      state.linked->module = ptx::link(std::move(state.units), is_builtin);
    } catch (const ptx::Unsupported& reason) {
      return refused(reason, invalid_ptx);
    }
    *image = state.linked.get();
    if (bytes) *bytes = sizeof(Linked);
    return success;
  });
}
EMU_API int cuLinkDestroy(void* handle) {
  return driver([&](Context&) {
    LinkState* const state = link_of(handle);
    if (!state) return invalid_value;
    link_states.erase(state);
    delete state;
    return success;
  });
}

// --- functions
EMU_API int cuFuncGetAttribute(int* value, int attribute, void* function) {
  return driver([&](Context& context) -> int {
    Kernel* kernel = context.modules.kernel_of(function);
    if (!kernel) return invalid_resource_handle;
    if (const int error = context.modules.load(*kernel)) return error;
    const Function& known = *kernel->function;
    const int version = context.gpu.major * 10 + context.gpu.minor;
    switch (attribute) {
      case 0:
        *value = static_cast<int>(known.max_threads ? known.max_threads : most_threads_a_block);
        return success;
      case 1:
        *value = static_cast<int>(known.shared_bytes);
        return success;
      case 2:
        *value = 0;
        return success;
      case 3:
        *value = static_cast<int>(known.local_bytes);
        return success;
      case 4:
        *value = static_cast<int>(context.registers(known));
        return success;
      case 5:
        *value = known.program->architecture;
        return success;
      case 6:
        *value = version;
        return success;
      case 8:
        *value = static_cast<int>(kernel->dynamic_shared);
        return success;
      default:
        return invalid_value;
    }
  });
}
EMU_API int cuFuncSetAttribute(void* function, int attribute, int value) {
  return driver([&](Context& context) -> int {
    constexpr int max_dynamic_shared = 8;
    constexpr int carveout = 9;
    Kernel* kernel = context.modules.kernel_of(function);
    if (!kernel) return invalid_resource_handle;
    if (const int error = context.modules.load(*kernel)) return error;
    if (attribute == carveout) return success;
    if (attribute != max_dynamic_shared || value < 0 ||
        static_cast<std::uint64_t>(value) + kernel->function->shared_bytes >
            context.gpu.shared_per_block)
      return invalid_value;
    kernel->dynamic_shared = static_cast<std::uint32_t>(value);
    return success;
  });
}
EMU_API int cuFuncSetCacheConfig(void*, int) {
  return driver([](Context&) { return success; });
}
EMU_API int cuFuncGetParamInfo(void* function, std::size_t index, std::size_t* offset,
                               std::size_t* bytes) {
  return driver([&](Context& context) -> int {
    Kernel* kernel = context.modules.kernel_of(function);
    if (!kernel) return invalid_resource_handle;
    if (const int error = context.modules.load(*kernel)) return error;
    if (index >= kernel->function->parameters.size()) return invalid_value;
    if (offset) *offset = kernel->function->parameters[index].offset;
    if (bytes) *bytes = kernel->function->parameters[index].bytes;
    return success;
  });
}
EMU_API int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void* function, int threads,
                                                        std::size_t shared) {
  return driver([&](Context& context) -> int {
    Kernel* kernel = context.modules.kernel_of(function);
    if (!kernel) return invalid_resource_handle;
    if (const int error = context.modules.load(*kernel)) return error;
    if (!blocks || threads <= 0) return invalid_value;
    *blocks = static_cast<int>(
        context.resident(*kernel->function, static_cast<std::uint64_t>(threads), shared));
    return success;
  });
}
// The largest block among those with the most threads resident.
EMU_API int cuOccupancyMaxPotentialBlockSize(int* grid, int* block, void* function,
                                             std::size_t (*shared_of)(int), std::size_t shared,
                                             int limit) {
  return driver([&](Context& context) -> int {
    Kernel* kernel = context.modules.kernel_of(function);
    if (!kernel || !grid || !block) return invalid_value;
    if (const int error = context.modules.load(*kernel)) return error;
    std::uint32_t most =
        kernel->function->max_threads ? kernel->function->max_threads : most_threads_a_block;
    if (limit > 0) most = std::min(most, static_cast<std::uint32_t>(limit));
    std::uint64_t best = 0;
    *block = *grid = 0;
    for (std::uint32_t threads = most / warp_lanes * warp_lanes; threads; threads -= warp_lanes) {
      const std::size_t dynamic = shared_of ? shared_of(static_cast<int>(threads)) : shared;
      const std::uint64_t blocks = context.resident(*kernel->function, threads, dynamic);
      if (blocks * threads <= best) continue;
      best = blocks * threads;
      *block = static_cast<int>(threads);
      *grid = static_cast<int>(blocks * context.gpu.multiprocessors);
    }
    return best ? success : launch_out_of_resources;
  });
}

// --- launches
namespace {

// Pairs of a word and what belongs to it, until 0: 1 a buffer, 2 the address of its size.
int launch(void* function, const LaunchShape& shape, void** arguments, void** extra) {
  return driver(needs_for(shape.stream), [&](Context& context) -> int {
    if (context.sticky) return context.sticky;
    Kernel* kernel = context.modules.kernel_of(function);
    if (!kernel) return invalid_resource_handle;
    if (arguments || !extra) return queue_launch(context, kernel, shape, arguments);
    const std::uint8_t* buffer = nullptr;
    std::size_t bytes = 0;
    for (; *extra; extra += 2) {
      const auto word = reinterpret_cast<std::uintptr_t>(*extra);
      if (word == 1)
        buffer = static_cast<const std::uint8_t*>(extra[1]);
      else if (word == 2)
        bytes = *static_cast<const std::size_t*>(extra[1]);
      else
        return invalid_value;
    }
    if (!buffer && bytes) return invalid_value;
    return queue_launch(context, kernel, shape, std::vector<std::uint8_t>(buffer, buffer + bytes));
  });
}

}  // namespace

EMU_API int cuLaunchKernel(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                           unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                           void* stream, void** arguments, void** extra) {
  return launch(function, {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, stream},
                arguments, extra);
}
EMU_API int cuLaunchCooperativeKernel(void* function, unsigned grid_x, unsigned grid_y,
                                      unsigned grid_z, unsigned block_x, unsigned block_y,
                                      unsigned block_z, unsigned shared, void* stream,
                                      void** arguments) {
  return launch(function,
                {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, stream, true},
                arguments, nullptr);
}
