// What the environment asks of the device; README.md lists the variables.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "exec/launch.hpp"
#include "gpu/gpus.hpp"

namespace emu {

constexpr int most_devices = 8;

struct Settings {
  Options options;
  Gpu gpu;          // the named one, with as many multiprocessors as were asked for
  int devices = 1;  // that the driver tells of
  std::uint64_t memory_bytes = 0;
  std::unordered_map<std::string, std::uint32_t> registers;  // of a thread by kernel, where known
  std::string report;                                        // empty, "text" or a file
  std::string modules;                                       // a folder for their PTX, or empty
  bool leaks = false;
  std::string findings;                 // a file for their lines, beside standard error
  std::vector<std::string> suppressed;  // parts of lines of findings that do not count
};

/// Reads them; a setting that makes no sense ends the process with a line that names it.
Settings settings_from_environment();

}  // namespace emu
