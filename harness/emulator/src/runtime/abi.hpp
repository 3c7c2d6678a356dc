// What the interface of the CUDA 13 runtime looks like in memory: only what crosses it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu::abi {

struct Dim3 {
  unsigned x, y, z;
};

enum CopyKind : int {
  host_to_host = 0,
  host_to_device = 1,
  device_to_host = 2,
  device_to_device = 3,
  by_address = 4
};

struct DeviceProperties {
  char name[256];
  char uuid[16];
  char luid[8];
  unsigned luid_node_mask;
  std::size_t total_global_memory;
  std::size_t shared_per_block;
  int registers_per_block;
  int warp_size;
  std::size_t memory_pitch;
  int max_threads_per_block;
  int max_block[3];
  int max_grid[3];
  std::size_t total_constant_memory;
  int major, minor;
  std::size_t texture_alignment;
  std::size_t texture_pitch_alignment;
  int multiprocessors;
  int integrated;
  int can_map_host_memory;
  int textures_and_surfaces[39];
  std::size_t surface_alignment;
  int concurrent_kernels;
  int ecc_enabled;
  int pci_bus, pci_device, pci_domain;
  int tcc_driver;
  int async_engines;
  int unified_addressing;
  int memory_bus_width;
  int l2_bytes;
  int persisting_l2_bytes;
  int max_threads_per_multiprocessor;
  int stream_priorities;
  int global_l1_cache;
  int local_l1_cache;
  std::size_t shared_per_multiprocessor;
  int registers_per_multiprocessor;
  int managed_memory;
  int is_multi_gpu_board;
  int multi_gpu_board_group;
  int host_native_atomics;
  int pageable_memory_access;
  int concurrent_managed_access;
  int compute_preemption;
  int host_pointer_for_registered;
  int cooperative_launch;
  std::size_t shared_per_block_optin;
  int pageable_uses_host_tables;
  int direct_managed_from_host;
  int max_blocks_per_multiprocessor;
  int access_policy_window;
  std::size_t reserved_shared_per_block;
  int host_register;
  int rest[75];
};
static_assert(sizeof(DeviceProperties) == 1008, "as the runtime of CUDA 13 has it");

struct FunctionAttributes {
  std::size_t shared_bytes;
  std::size_t constant_bytes;
  std::size_t local_bytes;
  int max_threads_per_block;
  int registers;
  int ptx_version;
  int binary_version;
  int cache_mode;
  int max_dynamic_shared_bytes;
  int rest[23];
};

struct PointerAttributes {
  int type;  // 0 unregistered, 1 host, 2 device, 3 managed
  int device;
  void* device_pointer;
  void* host_pointer;
  long reserved[8];
};

}  // namespace emu::abi
