// What a GPU would be asked to do: counts by instruction, summed by class and by kernel.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "count/cache.hpp"
#include "count/footprint.hpp"
#include "program/program.hpp"

namespace emu {

/// Of one instruction, over all launches of a kernel.  LIMITS.md defines each.
struct InstCount {
  std::uint64_t issued = 0;     // by warps
  std::uint64_t active = 0;     // lanes that stood there
  std::uint64_t executed = 0;   // lanes whose predicate held
  std::uint64_t divergent = 0;  // branches that parted their lanes
  std::uint64_t requests = 0;   // to memory
  std::uint64_t sectors = 0;    // of 32 bytes
  std::uint64_t least_sectors = 0;
  std::uint64_t wavefronts = 0;  // of shared memory
  std::uint64_t least_wavefronts = 0;
  std::uint64_t redundant = 0;  // requests in which all lanes of uniform code do the same
};

/// How a kernel was launched.
struct LaunchKind {
  std::uint64_t blocks = 0;
  std::uint64_t threads = 0;  // of a block
  std::uint64_t shared = 0;   // bytes of a block

  bool operator<(const LaunchKind& other) const {
    return std::tie(blocks, threads, shared) < std::tie(other.blocks, other.threads, other.shared);
  }
};

struct KernelCounts {
  const Function* kernel = nullptr;
  std::uint64_t launches = 0;
  std::uint64_t blocks = 0;
  std::uint64_t threads = 0;
  std::uint32_t registers = 0;  // of a thread
  bool registers_assumed = false;
  std::map<LaunchKind, std::uint64_t> kinds;  // how often each, of so many different ones
  Misses misses;
  Distinct distinct;
  std::map<std::uint32_t, std::vector<InstCount>> functions;  // by index: one entry an instruction

  static constexpr std::size_t most_kinds = 64;

  InstCount* of(const Function& function);
};

/// How often one line of PTX was issued, and by how many lanes.
struct LineCount {
  std::uint64_t issued = 0;
  std::uint64_t executed = 0;
};

/// Sums of a kernel: what the record holds.
struct KernelTotals {
  std::string kernel;
  std::string symbol;  // its name in the module
  std::uint64_t launches = 0;
  std::uint64_t blocks = 0;
  std::uint64_t threads = 0;
  std::uint32_t registers = 0;  // of a thread
  bool registers_assumed = false;
  std::map<LaunchKind, std::uint64_t> kinds;
  Misses misses;
  Distinct distinct;
  std::map<std::string, std::uint64_t> lanes;   // executed, by class
  std::map<std::string, std::uint64_t> issues;  // by class
  InstCount all;
  std::map<std::string, std::map<std::string, std::uint64_t>>
      inexact;                                           // lanes, by Fidelity, opcode
  bool inexact_address = false, inexact_branch = false;  // may come of them
  std::map<std::string, InstCount> memory;               // by class, for those that go to memory
  std::map<std::string, std::map<std::uint32_t, LineCount>> lines;  // by function, and line of PTX
};

/// What the runtime counts beside kernels.
struct HostCounts {
  std::uint64_t waits = 0;
  std::uint64_t waited = 0;  // waits in which a kernel ended
  std::uint64_t chain = 0;   // kernels, each behind the one before
  std::uint64_t copies_to_device = 0, bytes_to_device = 0;
  std::uint64_t copies_to_host = 0, bytes_to_host = 0;
  std::uint64_t copies_on_device = 0, bytes_on_device = 0;
  std::uint64_t fills = 0, bytes_filled = 0;
};

std::string_view name_of(Class kind);

/// Sums over the instructions of a kernel.
KernelTotals totals(const KernelCounts& counts);

/// One line of JSON: kernels in the order of their names, then what the host did.
std::string counts_json(const std::vector<KernelTotals>& kernels, const HostCounts& host,
                        const std::string& gpu, const std::vector<std::string>& modules,
                        const std::vector<std::string>& findings,
                        const std::vector<std::string>& known);

/// The same as a table for people.
std::string counts_table(const std::vector<KernelTotals>& kernels, const HostCounts& host);

}  // namespace emu
