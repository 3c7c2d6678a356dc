// What the environment asks of the device; README.md lists the variables.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <unordered_map>
#include <vector>

#include "exec/launch.hpp"
#include "gpu/gpus.hpp"

namespace emu {

constexpr int most_devices = 8;

struct Settings {
  Options options;
  std::uint64_t memory_bytes = 0;
  std::unordered_map<std::string, std::uint32_t> registers;  // of a thread by kernel, where known
  std::string report;                                        // empty, "text" or a file
  std::string modules;                                       // a folder for their PTX, or empty
  bool leaks = false;
  std::string findings;                 // a file for their lines, beside standard error
  std::vector<std::string> suppressed;  // parts of lines of findings that do not count
};

// They read the environment; a setting that makes no sense ends the process with a line that names
// it.

/// What all devices have; one with so many bytes of memory.
Settings settings_from_environment(std::uint64_t memory_bytes);
/// Of the emulated NVIDIA device.
Gpu gpu_from_environment();
int devices_from_environment();
/// Of a GPU that has so many multiprocessors or compute units: how many are asked for.
std::uint32_t multiprocessors_from_environment(std::uint32_t all);
/// The names in a table of GPUs, as "a, b or c".
template <class Table>
std::string keys_of(const Table& table) {
  std::string keys;
  for (const auto& one : table) {
    const bool last = &one + 1 == std::end(table);
    keys += (keys.empty() ? "" : last ? " or " : ", ") + std::string(one.key);
  }
  return keys;
}
/// A variable's text; `otherwise` where it is not set or empty.
std::string setting(const char* name, const char* otherwise);
/// A variable's number; `otherwise` where it is not set.
std::uint64_t number_setting(const char* name, std::uint64_t otherwise);
/// Ends the process, which cannot go on so.
[[noreturn]] void refuse(const std::string& what);

}  // namespace emu
