#include "gpu/gpus.hpp"

#include <algorithm>

namespace emu {
const Gpu* find_gpu(const std::string& key) {
  const auto found = std::find_if(std::begin(gpus), std::end(gpus),
                                  [&](const Gpu& gpu) { return key == gpu.key; });
  return found == std::end(gpus) ? nullptr : &*found;
}

std::uint32_t resident_blocks(const Gpu& gpu, std::uint64_t threads, std::uint64_t shared_bytes,
                              std::uint32_t registers) {
  const auto in_pieces = [](std::uint64_t amount, std::uint64_t piece) {
    return (amount + piece - 1) / piece * piece;
  };
  const std::uint64_t warps = (threads + gpu_lanes_a_warp - 1) / gpu_lanes_a_warp;
  if (warps == 0 || threads > most_threads_a_block) return 0;
  const std::uint64_t shared = in_pieces(shared_bytes + reserved_shared, gpu_shared_piece);
  const std::uint64_t by_shared = gpu.shared_per_multiprocessor / shared;
  // Each part of a multiprocessor has registers of its own.
  const std::uint64_t of_warp = std::max<std::uint64_t>(
      gpu_register_piece,
      in_pieces(std::uint64_t{registers} * gpu_lanes_a_warp, gpu_register_piece));
  const std::uint64_t of_part = registers_a_multiprocessor / gpu_parts / of_warp;
  const std::uint64_t by_registers = of_part * gpu_parts / warps;
  const std::uint64_t blocks = std::min({std::uint64_t{blocks_a_multiprocessor},
                                         warps_a_multiprocessor / warps, by_shared, by_registers});
  return static_cast<std::uint32_t>(blocks);
}

}  // namespace emu
