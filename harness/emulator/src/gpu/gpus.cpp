#include "gpu/gpus.hpp"

#include <algorithm>

namespace emu {
namespace {

constexpr std::uint64_t gib = std::uint64_t{1} << 30;
constexpr std::uint64_t mib = std::uint64_t{1} << 20;

// From the vendor's data sheets and programming guide.
constexpr Gpu gpus[] = {
    {"a100", "emulated NVIDIA A100-SXM4-80GB", 8, 0, 108, 80 * gib, 40 * mib, 1410000, 5120,
     164 * 1024, 163 * 1024},
    {"h100", "emulated NVIDIA H100 SXM", 9, 0, 132, 80 * gib, 50 * mib, 1980000, 5120, 228 * 1024,
     227 * 1024},
    {"h200", "emulated NVIDIA H200 SXM", 9, 0, 132, 141 * gib, 60 * mib, 1980000, 6144, 228 * 1024,
     227 * 1024},
};

}  // namespace

const Gpu* find_gpu(const std::string& key) {
  const auto found = std::find_if(std::begin(gpus), std::end(gpus),
                                  [&](const Gpu& gpu) { return key == gpu.key; });
  return found == std::end(gpus) ? nullptr : &*found;
}

std::uint32_t resident_blocks(const Gpu& gpu, std::uint64_t threads, std::uint64_t shared_bytes,
                              std::uint32_t registers) {
  const std::uint64_t warps = (threads + 31) / 32;
  if (warps == 0) return 0;
  const std::uint64_t by_shared = gpu.shared_per_multiprocessor / (shared_bytes + reserved_shared);
  const std::uint64_t of_warp = std::max<std::uint64_t>(1, (registers * 32 + 255) / 256) * 256;
  const std::uint64_t by_registers = registers_a_multiprocessor / (warps * of_warp);
  const std::uint64_t blocks = std::min({std::uint64_t{blocks_a_multiprocessor},
                                         warps_a_multiprocessor / warps, by_shared, by_registers});
  return static_cast<std::uint32_t>(blocks);
}

}  // namespace emu
