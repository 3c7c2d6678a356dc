// The driver's functions by name, for programs that load the driver themselves, and its libraries,
// which are modules here.
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <string>

#include "runtime/driver.hpp"

using namespace emu;

EMU_API int cuModuleLoadData(void** module, const void* image);
EMU_API int cuModuleUnload(void* module);
EMU_API int cuModuleGetFunction(void** function, void* module, const char* name);
EMU_API int cuModuleGetGlobal_v2(std::uint64_t* address, std::size_t* bytes, void* module,
                                 const char* name);
EMU_API int cuLaunchKernel(void* kernel, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                           unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                           void* stream, void** arguments, void** extra);
EMU_API int cuLaunchCooperativeKernel(void* kernel, unsigned grid_x, unsigned grid_y,
                                      unsigned grid_z, unsigned block_x, unsigned block_y,
                                      unsigned block_z, unsigned shared, void* stream,
                                      void** arguments);

// Where the entries lie that only say they are missing; see missing.hpp.
extern "C" const char __start_emu_missing[] __attribute__((visibility("hidden")));
extern "C" const char __stop_emu_missing[] __attribute__((visibility("hidden")));

namespace {

struct LaunchAttribute {
  int kind;
  int padding;
  union {
    char bytes[64];
    int number;
  } value;
};
struct LaunchConfig {
  unsigned grid[3], block[3];
  unsigned shared;
  void* stream;
  const LaunchAttribute* attributes;
  unsigned count;
};
constexpr int cooperative_launch = 2;
constexpr int stream_priority = 8;

constexpr int symbol_found = 0;
constexpr int symbol_unknown = 1;
constexpr std::uint64_t per_thread_streams = 2;
constexpr int since_v2 = 3020;   // since when a plain name means its second version
constexpr int since_v4 = 13000;  // and its fourth

void* own_symbol(const std::string& name) {
  static void* const self = [] {
    Dl_info info;
    dladdr(reinterpret_cast<const void*>(&own_symbol), &info);
    return dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  }();
  void* const found = self ? dlsym(self, name.c_str()) : nullptr;
  const auto* const at = static_cast<const char*>(found);
  return at >= __start_emu_missing && at < __stop_emu_missing ? nullptr : found;
}

// Entries without a stream have one name only.
void* symbol_for(const std::string& name, bool of_thread) {
  void* found = of_thread ? own_symbol(name + "_ptsz") : nullptr;
  if (!found && of_thread) found = own_symbol(name + "_ptds");
  return found ? found : own_symbol(name);
}

}  // namespace

EMU_API int cuGetProcAddress_v2(const char* symbol, void** function, int version,
                                std::uint64_t flags, int* status) {
  if (!symbol || !function) return invalid_value;
  const std::string name = symbol;
  *function = nullptr;
  if (name.rfind("cu", 0) == 0) {
    const bool of_thread = (flags & per_thread_streams) != 0;
    if (version >= since_v4) *function = symbol_for(name + "_v4", of_thread);
    if (!*function && version >= since_v2) *function = symbol_for(name + "_v2", of_thread);
    if (!*function) *function = symbol_for(name, of_thread);
  }
  if (status) *status = *function ? symbol_found : symbol_unknown;
  return *function || status ? success : symbol_not_found;
}
// What NVIDIA's own runtime asks the driver for, and nobody else knows.  The compiler for run time
// and the linker hold one, too, and do without.
EMU_API int cuGetExportTable(const void** table, const void*) {
  Dl_info caller = {};
  dladdr(__builtin_return_address(0), &caller);
  static std::string told_of;
  const std::string file = caller.dli_fname ? caller.dli_fname : "the program";
  const bool compiler =
      file.find("libnvrtc") != std::string::npos || file.find("libnvJitLink") != std::string::npos;
  if (told_of != file && !compiler)
    std::fprintf(stderr,
                 "gpu-emulator: unsupported: %s holds a CUDA runtime of its own, as libraries of "
                 "the vendor do: build with nvcc -cudart shared, without such libraries\n",
                 file.c_str());
  told_of = file;
  if (table) *table = nullptr;
  return symbol_not_found;
}
EMU_API int cuGetProcAddress(const char* symbol, void** function, int version,
                             std::uint64_t flags) {
  return cuGetProcAddress_v2(symbol, function, version, flags, nullptr);
}

// --- libraries
EMU_API int cuLibraryLoadData(void** library, const void* code, void*, void*, unsigned, void*,
                              void*, unsigned) {
  return cuModuleLoadData(library, code);
}
EMU_API int cuLibraryUnload(void* library) { return cuModuleUnload(library); }
EMU_API int cuLibraryGetKernel(void** kernel, void* library, const char* name) {
  return cuModuleGetFunction(kernel, library, name);
}
EMU_API int cuLibraryGetModule(void** module, void* library) {
  *module = library;
  return success;
}
EMU_API int cuLibraryGetGlobal(std::uint64_t* address, std::size_t* bytes, void* library,
                               const char* name) {
  return cuModuleGetGlobal_v2(address, bytes, library, name);
}
EMU_API int cuKernelGetFunction(void** function, void* kernel) {
  *function = kernel;
  return success;
}

EMU_API int cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  if (least) *least = 0;
  if (greatest) *greatest = 0;
  return success;
}
EMU_API int cuLaunchKernelEx(const LaunchConfig* config, void* kernel, void** arguments,
                             void** extra) {
  bool together = false;
  for (unsigned i = 0; i < config->count; ++i) {
    const LaunchAttribute& attribute = config->attributes[i];
    if (attribute.kind == cooperative_launch)
      together = attribute.value.number != 0;
    else if (attribute.kind != stream_priority && attribute.kind != 0) {
      std::fprintf(stderr, "gpu-emulator: unsupported: a launch with attribute %d\n",
                   attribute.kind);
      return not_supported;
    }
  }
  const auto& grid = config->grid;
  const auto& block = config->block;
  if (together)
    return cuLaunchCooperativeKernel(kernel, grid[0], grid[1], grid[2], block[0], block[1],
                                     block[2], config->shared, config->stream, arguments);
  return cuLaunchKernel(kernel, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                        config->shared, config->stream, arguments, extra);
}
