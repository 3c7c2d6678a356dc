#include "runtime/errors.hpp"

#include <algorithm>
#include <iterator>

namespace emu {
namespace {

struct Meaning {
  int error;
  const char* name;
  const char* text;
};

constexpr Meaning meanings[] = {
    {success, "cudaSuccess", "no error"},
    {invalid_value, "cudaErrorInvalidValue", "invalid argument"},
    {memory_allocation, "cudaErrorMemoryAllocation", "out of memory"},
    {invalid_configuration, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {invalid_symbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {invalid_memcpy_direction, "cudaErrorInvalidMemcpyDirection",
     "invalid copy direction for memcpy"},
    {invalid_device_function, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {no_device, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    {invalid_device, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {invalid_kernel_image, "cudaErrorInvalidKernelImage", "device kernel image is invalid"},
    {invalid_context, "cudaErrorDeviceUninitialized", "invalid device context"},
    {no_kernel_image, "cudaErrorNoKernelImageForDevice",
     "no kernel image is available for execution on the device"},
    {invalid_ptx, "cudaErrorInvalidPtx", "a PTX JIT compilation failed"},
    {symbol_not_found, "cudaErrorSymbolNotFound", "named symbol not found"},
    {not_initialised, "cudaErrorInitializationError", "initialization error"},
    {invalid_resource_handle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {illegal_state, "cudaErrorIllegalState",
     "the operation cannot be performed in the present state"},
    {not_ready, "cudaErrorNotReady", "device not ready"},
    {illegal_address, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {launch_out_of_resources, "cudaErrorLaunchOutOfResources",
     "too many resources requested for launch"},
    {host_already_registered, "cudaErrorHostMemoryAlreadyRegistered",
     "part or all of the requested memory range is already mapped"},
    {host_not_registered, "cudaErrorHostMemoryNotRegistered",
     "pointer does not correspond to a registered memory region"},
    {misaligned_address, "cudaErrorMisalignedAddress", "misaligned address"},
    {launch_failure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {cooperative_too_large, "cudaErrorCooperativeLaunchTooLarge",
     "too many blocks in cooperative launch"},
    {invalid_cluster_size, "cudaErrorInvalidClusterSize", "invalid cluster size"},
    {assertion_failed, "cudaErrorAssert", "device-side assert triggered"},
    {not_permitted, "cudaErrorNotPermitted", "operation not permitted"},
    {not_supported, "cudaErrorNotSupported", "operation not supported"},
    {capture_unsupported, "cudaErrorStreamCaptureUnsupported",
     "operation not permitted when stream is capturing"},
};

const Meaning* meaning(int error) {
  const auto found = std::find_if(std::begin(meanings), std::end(meanings),
                                  [error](const Meaning& m) { return m.error == error; });
  return found == std::end(meanings) ? nullptr : &*found;
}

}  // namespace

const char* error_name(int error) {
  return meaning(error) ? meaning(error)->name : "unrecognized error code";
}
const char* error_text(int error) {
  return meaning(error) ? meaning(error)->text : "unrecognized error code";
}

}  // namespace emu
