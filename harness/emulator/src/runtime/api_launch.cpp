// Registration of a program's device code, and launches.
#include <cstring>

#include "runtime/api.hpp"

using namespace emu;

namespace {

struct Configuration {
  abi::Dim3 grid, block;
  std::size_t shared;
  void* stream;
};
thread_local std::vector<Configuration> configurations;

bool fits(const abi::Dim3& grid, const abi::Dim3& block) {
  return grid.x && grid.y && grid.z && block.x && block.y && block.z && grid.x <= 2147483647u &&
         grid.y <= 65535u && grid.z <= 65535u && block.x <= 1024u && block.y <= 1024u &&
         block.z <= 64u && std::uint64_t{block.x} * block.y * block.z <= most_threads_a_block;
}

int launch(Context& context, Kernel* kernel, abi::Dim3 grid, abi::Dim3 block, void** arguments,
           std::size_t shared, void* handle, bool cooperative) {
  if (!kernel) return invalid_device_function;
  if (const int error = context.load(*kernel)) return error;
  Stream* stream = stream_of(context, handle);
  if (!stream) return invalid_resource_handle;
  if (!fits(grid, block)) return invalid_configuration;
  const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  const Function& function = *kernel->function;
  if (function.max_threads && threads > function.max_threads) return invalid_value;
  if (shared > kernel->dynamic_shared || (kernel->dynamic_shared == shared_without_asking &&
                                          shared + function.shared_bytes > shared_without_asking))
    return invalid_value;
  const std::uint64_t resident =
      resident_blocks(*context.gpu, threads, function.shared_bytes + shared);
  if (resident == 0) return launch_out_of_resources;
  if (cooperative &&
      std::uint64_t{grid.x} * grid.y * grid.z > resident * context.gpu->multiprocessors)
    return cooperative_too_large;
  std::vector<std::uint8_t> parameters(function.parameter_bytes);
  for (std::size_t i = 0; i < function.parameters.size(); ++i)
    std::memcpy(parameters.data() + function.parameters[i].offset, arguments[i],
                function.parameters[i].bytes);
  context.enqueue(stream, [=, &context, parameters = std::move(parameters)] {
    context.launch(*kernel, {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, parameters,
                   static_cast<std::uint32_t>(shared), cooperative);
  });
  return success;
}

}  // namespace

EMU_API void** __cudaRegisterFatBinary(void* wrapper) {
  Context& context = Context::get();
  const std::lock_guard<std::recursive_mutex> guard(context.lock);
  return context.add_module(wrapper);
}
EMU_API void __cudaRegisterFatBinaryEnd(void**) {}
EMU_API void __cudaUnregisterFatBinary(void**) {}
EMU_API char __cudaInitModule(void**) { return 1; }

EMU_API void __cudaRegisterFunction(void** module, const char* host, char*, const char* name, int,
                                    void*, void*, void*, void*, int*) {
  Context::get().add_kernel(module, host, name);
}
EMU_API void __cudaRegisterVar(void** module, char* host, char*, const char* name, int,
                               std::size_t bytes, int, int) {
  Context::get().add_variable(module, host, name, bytes);
}

EMU_API unsigned __cudaPushCallConfiguration(abi::Dim3 grid, abi::Dim3 block, std::size_t shared,
                                             void* stream) {
  configurations.push_back({grid, block, shared, stream});
  return 0;
}
EMU_API int __cudaPopCallConfiguration(abi::Dim3* grid, abi::Dim3* block, std::size_t* shared,
                                       void* stream) {
  if (configurations.empty()) return invalid_configuration;
  const Configuration top = configurations.back();
  configurations.pop_back();
  *grid = top.grid;
  *block = top.block;
  *shared = top.shared;
  *static_cast<void**>(stream) = top.stream;
  return success;
}

EMU_API int __cudaGetKernel(void** handle, const void* function) {
  Context& context = Context::get();
  const std::lock_guard<std::recursive_mutex> guard(context.lock);
  Kernel* kernel = context.kernel(function);
  *handle = kernel;
  return kernel ? success : invalid_device_function;
}

EMU_API int __cudaLaunchKernel(void* handle, abi::Dim3 grid, abi::Dim3 block, void** arguments,
                               std::size_t shared, void* stream) {
  return entry([&](Context& context) {
    return launch(context, static_cast<Kernel*>(handle), grid, block, arguments, shared, stream,
                  false);
  });
}
EMU_API int cudaLaunchKernel(const void* function, abi::Dim3 grid, abi::Dim3 block,
                             void** arguments, std::size_t shared, void* stream) {
  return entry([&](Context& context) {
    return launch(context, context.kernel(function), grid, block, arguments, shared, stream, false);
  });
}
EMU_API int cudaLaunchCooperativeKernel(const void* function, abi::Dim3 grid, abi::Dim3 block,
                                        void** arguments, std::size_t shared, void* stream) {
  return entry([&](Context& context) {
    return launch(context, context.kernel(function), grid, block, arguments, shared, stream, true);
  });
}
