// Registration of a program's device code, and launches.
#include "runtime/launches.hpp"

using namespace emu;

namespace {

struct Configuration {
  abi::Dim3 grid, block;
  std::size_t shared;
  void* stream;
};
thread_local std::vector<Configuration> configurations;

}  // namespace

EMU_API void** __cudaRegisterFatBinary(void* wrapper) {
  Context& context = Context::get();
  const std::lock_guard<std::recursive_mutex> guard(context.lock);
  return context.modules.add_module(wrapper);
}
EMU_API void __cudaRegisterFatBinaryEnd(void**) {}
EMU_API void __cudaUnregisterFatBinary(void**) {}

EMU_API void __cudaRegisterFunction(void** module, const char* host, char*, const char* name, int,
                                    void*, void*, void*, void*, int*) {
  Context::get().modules.add_kernel(module, host, name);
}
EMU_API void __cudaRegisterVar(void** module, char* host, char*, const char* name, int,
                               std::size_t bytes, int, int) {
  Context::get().modules.add_variable(module, host, name, bytes);
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
  Kernel* kernel = context.modules.kernel(function);
  *handle = kernel;
  return kernel ? success : invalid_device_function;
}

EMU_API int __cudaLaunchKernel(void* handle, abi::Dim3 grid, abi::Dim3 block, void** arguments,
                               std::size_t shared, void* stream) {
  return entry([&](Context& context) {
    return queue_launch(context, context.modules.kernel_of(handle), {grid, block, shared, stream},
                        arguments);
  });
}
EMU_API int cudaLaunchKernel(const void* function, abi::Dim3 grid, abi::Dim3 block,
                             void** arguments, std::size_t shared, void* stream) {
  return entry([&](Context& context) {
    return queue_launch(context, context.modules.kernel(function), {grid, block, shared, stream},
                        arguments);
  });
}
EMU_API int cudaLaunchCooperativeKernel(const void* function, abi::Dim3 grid, abi::Dim3 block,
                                        void** arguments, std::size_t shared, void* stream) {
  return entry([&](Context& context) {
    return queue_launch(context, context.modules.kernel(function),
                        {grid, block, shared, stream, true}, arguments);
  });
}
