// Launches, as the runtime's and the driver's interface both ask for them.
#pragma once

#include "runtime/api.hpp"

namespace emu {

struct LaunchShape {
  abi::Dim3 grid, block;
  std::size_t shared = 0;  // dynamic, bytes
  void* stream = nullptr;
  bool cooperative = false;
  abi::Dim3 cluster{0, 0, 0};  // blocks; 0: as the kernel says
};

/// Queues a launch whose parameters lie behind `arguments`, one pointer each; null kernel: an
/// error.
int queue_launch(Context& context, Kernel* kernel, const LaunchShape& shape, void** arguments);
/// The same with all parameters in one piece of memory, laid out as the kernel declares them.
int queue_launch(Context& context, Kernel* kernel, const LaunchShape& shape,
                 std::vector<std::uint8_t> parameters);

}  // namespace emu
