#include "runtime/launches.hpp"

#include <cstring>

namespace emu {
namespace {

bool fits(const abi::Dim3& grid, const abi::Dim3& block) {
  return grid.x && grid.y && grid.z && block.x && block.y && block.z && grid.x <= 2147483647u &&
         grid.y <= 65535u && grid.z <= 65535u && block.x <= 1024u && block.y <= 1024u &&
         block.z <= 64u && std::uint64_t{block.x} * block.y * block.z <= most_threads_a_block;
}

Extent cluster_of(const Function& function, const LaunchShape& shape) {
  if (shape.cluster.x) return {shape.cluster.x, shape.cluster.y, shape.cluster.z};
  const auto& own = function.cluster;
  return own[0] ? Extent{own[0], own[1], own[2]} : Extent{};
}

/// Whole clusters of at most 16 blocks, as the kernel was made for.
bool may_cluster(const Function& function, const LaunchShape& shape) {
  constexpr std::uint64_t most = 16;
  const Extent of = cluster_of(function, shape);
  const auto& own = function.cluster;
  const bool as_made = own[0] == 0 || (of.x == own[0] && of.y == own[1] && of.z == own[2]);
  return as_made && of.y && of.z && of.size() <= most && shape.grid.x % of.x == 0 &&
         shape.grid.y % of.y == 0 && shape.grid.z % of.z == 0;
}

int checked(Context& context, Kernel* kernel, const LaunchShape& shape) {
  if (!kernel) return invalid_device_function;
  if (const int error = context.modules.load(*kernel)) return error;
  if (!stream_of(context, shape.stream)) return invalid_resource_handle;
  if (!fits(shape.grid, shape.block)) return invalid_configuration;
  const std::uint64_t threads = std::uint64_t{shape.block.x} * shape.block.y * shape.block.z;
  const Function& function = *kernel->function;
  if (function.max_threads && threads > function.max_threads) return invalid_value;
  if (shape.shared > kernel->dynamic_shared ||
      (kernel->dynamic_shared == shared_without_asking &&
       shape.shared + function.shared_bytes > shared_without_asking))
    return invalid_value;
  const std::uint64_t resident = context.resident(function, threads, shape.shared);
  if (resident == 0) return launch_out_of_resources;
  if (!may_cluster(function, shape)) return invalid_cluster_size;
  if (shape.cooperative && std::uint64_t{shape.grid.x} * shape.grid.y * shape.grid.z >
                               resident * context.gpu.multiprocessors)
    return cooperative_too_large;
  return success;
}

int queue(Context& context, Kernel* kernel, const LaunchShape& shape,
          std::vector<std::uint8_t> parameters) {
  context.streams.enqueue(
      stream_of(context, shape.stream),
      [=, &context, parameters = std::move(parameters)] {
        const auto& [grid, block, shared, stream, cooperative, cluster] = shape;
        context.launch(*kernel, {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, parameters,
                       static_cast<std::uint32_t>(shared), cooperative,
                       cluster_of(*kernel->function, shape));
      },
      true);
  return success;
}

}  // namespace

int queue_launch(Context& context, Kernel* kernel, const LaunchShape& shape, void** arguments) {
  if (const int error = checked(context, kernel, shape)) return error;
  const Function& function = *kernel->function;
  if (!arguments && !function.parameters.empty()) return invalid_value;
  std::vector<std::uint8_t> parameters(function.parameter_bytes);
  for (std::size_t i = 0; i < function.parameters.size(); ++i)
    std::memcpy(parameters.data() + function.parameters[i].offset, arguments[i],
                function.parameters[i].bytes);
  return queue(context, kernel, shape, std::move(parameters));
}

int queue_launch(Context& context, Kernel* kernel, const LaunchShape& shape,
                 std::vector<std::uint8_t> parameters) {
  if (const int error = checked(context, kernel, shape)) return error;
  if (parameters.size() < kernel->function->parameter_bytes) return invalid_value;
  parameters.resize(kernel->function->parameter_bytes);
  return queue(context, kernel, shape, std::move(parameters));
}

}  // namespace emu
