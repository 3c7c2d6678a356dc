// The GPUs that the emulated device can be named after.
#pragma once

#include <cstdint>
#include <string>

namespace emu {

struct Gpu {
  const char* key;
  const char* name;
  int major, minor;
  std::uint32_t multiprocessors;
  std::uint64_t memory_bytes;
  std::uint64_t l2_bytes;
  int clock_khz;
  int bus_bits;
  std::uint32_t shared_per_multiprocessor;
  std::uint32_t shared_per_block;  // the most that a kernel can ask for
};

#include "gpus.inc"  // `gpus`, and what all of them have in common

constexpr std::uint32_t shared_without_asking = 48 * 1024;
constexpr std::uint32_t reserved_shared = gpu_reserved_shared;  // of each block
constexpr std::uint32_t most_threads_a_block = gpu_threads_a_block;
constexpr std::uint32_t warps_a_multiprocessor = gpu_warps;
constexpr std::uint32_t blocks_a_multiprocessor = gpu_blocks;
constexpr std::uint32_t registers_a_multiprocessor = gpu_registers;
/// Device code does not tell how many registers a thread gets; this is assumed where nobody tells.
constexpr std::uint32_t assumed_registers = 64;

/// The GPU of a key such as "h100"; null if there is none.
const Gpu* find_gpu(const std::string& key);

/// Blocks that a multiprocessor holds at once, with `registers` a thread; 0: it cannot hold one.
std::uint32_t resident_blocks(const Gpu& gpu, std::uint64_t threads, std::uint64_t shared_bytes,
                              std::uint32_t registers = assumed_registers);

}  // namespace emu
