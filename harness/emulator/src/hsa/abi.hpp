// Numbers and layouts of the HSA interface that programs and device code rely on.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emu::hsa {

enum Status : std::uint32_t {
  ok = 0,
  stop_here = 1,  // of a callback that wants no more
  invalid_memory_pool = 40,
  aperture_violation = 41,
  illegal_instruction = 42,
  memory_fault = 43,
  error = 0x1000,
  invalid_argument = 0x1001,
  invalid_queue_creation = 0x1002,
  invalid_allocation = 0x1003,
  invalid_agent = 0x1004,
  invalid_region = 0x1005,
  invalid_signal = 0x1006,
  invalid_queue = 0x1007,
  out_of_resources = 0x1008,
  invalid_packet_format = 0x1009,
  not_initialized = 0x100B,
  invalid_isa = 0x100F,
  invalid_code_object = 0x1010,
  invalid_executable = 0x1011,
  frozen_executable = 0x1012,
  invalid_symbol_name = 0x1013,
  variable_already_defined = 0x1014,
  variable_undefined = 0x1015,
  exception = 0x1016,
  invalid_executable_symbol = 0x1019,
  invalid_code_object_reader = 0x1021
};

/// What agents, pools, signals, executables and symbols are to a program.
struct Handle {
  std::uint64_t handle;
};

/// A signal in memory; device code may use it, too.
struct SignalMemory {
  std::int64_t kind;
  std::int64_t value;
  std::uint64_t mailbox;
  std::uint32_t event, reserved1;
  std::uint64_t begin, end;
  std::uint64_t queue;
  std::uint32_t reserved2[2];
};
static_assert(sizeof(SignalMemory) == 64 && offsetof(SignalMemory, value) == 8);

constexpr std::int64_t user_signal = 1, doorbell_signal = -1;

/// A queue in memory: what programs see of it, then what device code may look at.
struct QueueMemory {
  std::uint32_t type, features;
  std::uint64_t ring;
  Handle doorbell;
  std::uint32_t size, reserved1;
  std::uint64_t id;
  std::uint32_t reserved2[4];
  std::uint64_t write_index;
  std::uint32_t shared_aperture, private_aperture;  // high words
  std::uint32_t reserved3[14];
  std::uint64_t read_index;
  std::uint32_t read_index_offset, reserved4;
  std::uint32_t scratch_descriptor[4];
  std::uint64_t scratch, scratch_bytes;
  std::uint32_t reserved5[20];
};
static_assert(sizeof(QueueMemory) == 256 && offsetof(QueueMemory, write_index) == 56 &&
              offsetof(QueueMemory, shared_aperture) == 64 &&
              offsetof(QueueMemory, read_index) == 128 &&
              offsetof(QueueMemory, scratch_descriptor) == 144 &&
              offsetof(QueueMemory, scratch) == 160);

enum class PacketType : std::uint8_t {
  vendor = 0,
  invalid = 1,
  kernel = 2,
  barrier_and = 3,
  agent = 4,
  barrier_or = 5
};

/// A packet of a queue that launches a kernel.
struct KernelPacket {
  std::uint16_t header, dimensions;
  std::uint16_t group[3], reserved1;
  std::uint32_t grid[3];  // in work-items
  std::uint32_t private_bytes, shared_bytes;
  std::uint64_t kernel;  // address of its descriptor
  std::uint64_t arguments;
  std::uint64_t reserved2;
  Handle completion;
};
static_assert(sizeof(KernelPacket) == 64 && offsetof(KernelPacket, grid) == 12 &&
              offsetof(KernelPacket, kernel) == 32 && offsetof(KernelPacket, completion) == 56);

/// One that waits for signals.
struct BarrierPacket {
  std::uint16_t header, reserved1;
  std::uint32_t reserved2;
  Handle signals[5];
  std::uint64_t reserved3;
  Handle completion;
};
static_assert(sizeof(BarrierPacket) == 64 && offsetof(BarrierPacket, completion) == 56);

/// What is told of a pointer; programs of older interfaces pass fewer bytes.
struct PointerInfo {
  std::uint32_t size;
  std::uint32_t type;
  void* agent_base;
  void* host_base;
  std::size_t bytes;
  void* user_data;
  Handle owner;
  std::uint32_t global_flags;
};
enum PointerType : std::uint32_t { unknown_pointer = 0, hsa_pointer = 1, locked_pointer = 2 };

/// Words of what a pool is good for.
enum GlobalFlags : std::uint32_t { for_arguments = 1, fine_grained = 2, coarse_grained = 4 };
enum Segment : std::uint32_t { global_segment = 0, group_segment = 3 };

/// How a signal is compared.
enum class Condition : std::uint32_t { equal = 0, not_equal = 1, less = 2, at_least = 3 };

}  // namespace emu::hsa
