// The AMD GPUs that the emulated device can be named after.
#pragma once

#include <cstdint>
#include <string>

#include "amd/dispatch.hpp"

namespace emu::hsa {

struct Card {
  const char* key;
  const char* name;
  amd::Architecture architecture;
  const char* features;  // behind its name in that of the instruction set
  std::uint32_t compute_units;
  std::uint32_t clock_mhz;
  std::uint64_t memory_bytes;
  std::uint64_t l2_bytes;
  std::uint32_t waves_a_simd;
  std::uint32_t registers_a_lane;  // of a SIMD, for all waves there
  std::uint32_t register_piece;    // a wave gets multiples of it

  std::string isa() const;
};

constexpr std::uint32_t simds_a_unit = 4;
constexpr std::uint32_t lanes_a_wave = 64;
constexpr std::uint32_t most_work_items = 1024;  // of a group
constexpr std::uint32_t lds_bytes = 64 * 1024;   // of a compute unit, and the most of a group

/// The one that the environment names, with as many compute units as it asks for; otherwise the one
/// of those that GCC or LLVM compile for.
Card card_from_environment(bool of_gcc);

/// Groups of so many waves, registers of a lane and bytes of LDS that the whole card holds at once;
/// at least 1.
std::uint32_t resident_groups(const Card& card, std::uint64_t waves, std::uint32_t registers,
                              std::uint32_t shared_bytes);

}  // namespace emu::hsa
