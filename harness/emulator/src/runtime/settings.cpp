#include "runtime/settings.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace emu {

std::string setting(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value && *value ? value : otherwise;
}

void refuse(const std::string& what) {
  std::fprintf(stderr, "gpu-emulator: %s\n", what.c_str());
  std::exit(2);
}

std::uint64_t number_setting(const char* name, std::uint64_t otherwise) {
  const std::string text = setting(name, "");
  if (text.empty()) return otherwise;
  char* rest = nullptr;
  const std::uint64_t value = std::strtoull(text.c_str(), &rest, 10);
  if (*rest || text[0] == '-') refuse(std::string(name) + "=" + text + " is no number");
  return value;
}

namespace {

// Lines of a kernel's name in the module and the registers of a thread.
std::unordered_map<std::string, std::uint32_t> registers_from(const std::string& name) {
  std::unordered_map<std::string, std::uint32_t> found;
  if (name.empty()) return found;
  constexpr std::uint32_t most = 255;
  std::ifstream file(name);
  std::string kernel;
  for (std::uint32_t count = 0; file >> kernel;)
    if (file >> count && count <= most)
      found[kernel] = count;
    else
      refuse("GPU_EMULATOR_REGISTERS=" + name + ": no number up to 255 behind " + kernel);
  if (!file.eof()) refuse("GPU_EMULATOR_REGISTERS=" + name + " cannot be read");
  return found;
}

// Lines with a part of a finding's line each; behind a # a line says why.
std::vector<std::string> suppressions_from(const std::string& name) {
  std::vector<std::string> parts;
  if (name.empty()) return parts;
  std::ifstream file(name);
  if (!file) refuse("GPU_EMULATOR_SUPPRESSIONS=" + name + " cannot be read");
  for (std::string line; std::getline(file, line);) {
    line.resize(std::min(line.find('#'), line.size()));
    line.resize(line.find_last_not_of(" \t\r") + 1);
    if (!line.empty()) parts.push_back(line);
  }
  return parts;
}

Options options_from_environment() {
  Options options;
  const std::string checks = setting("GPU_EMULATOR_CHECKS", "all");
  if (checks == "none") {
    options.uninitialised = options.races = options.waits = false;
  } else if (checks != "all") {
    options.uninitialised = options.races = options.waits = false;
    std::size_t at = 0;
    while (at <= checks.size()) {
      const std::size_t stop = std::min(checks.find(',', at), checks.size());
      const std::string word = checks.substr(at, stop - at);
      if (word == "uninitialised")
        options.uninitialised = true;
      else if (word == "races")
        options.races = true;
      else if (word == "waits")
        options.waits = true;
      else
        refuse("GPU_EMULATOR_CHECKS knows all, none, uninitialised, races and waits, not '" + word +
               "'");
      at = stop + 1;
    }
  }
  const std::string volatiles = setting("GPU_EMULATOR_VOLATILE", "strong");
  if (volatiles != "strong" && volatiles != "plain")
    refuse("GPU_EMULATOR_VOLATILE knows strong and plain, not '" + volatiles + "'");
  options.plain_volatile = volatiles == "plain";
  options.counts = setting("GPU_EMULATOR_COUNTS", "on") != "off";
  options.seed = number_setting("GPU_EMULATOR_SEED", 0);
  options.stall_limit = number_setting("GPU_EMULATOR_STALL_LIMIT", options.stall_limit);
  return options;
}

std::uint64_t half_of_host_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE)) / 2;
}

}  // namespace

std::uint32_t multiprocessors_from_environment(std::uint32_t all) {
  const std::uint64_t fewer = number_setting("GPU_EMULATOR_MULTIPROCESSORS", all);
  if (fewer < 1 || fewer > all)
    refuse("GPU_EMULATOR_MULTIPROCESSORS=" + std::to_string(fewer) + " is outside 1 to " +
           std::to_string(all));
  return static_cast<std::uint32_t>(fewer);
}

Gpu gpu_from_environment() {
  const std::string name = setting("GPU_EMULATOR_GPU", "h100");
  const Gpu* named = find_gpu(name);
  if (!named) refuse("GPU_EMULATOR_GPU=" + name + " is not known: " + keys_of(gpus));
  Gpu gpu = *named;
  gpu.multiprocessors = multiprocessors_from_environment(gpu.multiprocessors);
  return gpu;
}

// CUDA_VISIBLE_DEVICES hides all where it is empty or -1; another value is for GPUs of the machine.
int devices_from_environment() {
  const char* const visible = std::getenv("CUDA_VISIBLE_DEVICES");
  if (visible && (*visible == '\0' || std::string(visible) == "-1")) return 0;
  const std::uint64_t devices = number_setting("GPU_EMULATOR_DEVICES", 1);
  if (devices < 1 || devices > most_devices)
    refuse("GPU_EMULATOR_DEVICES=" + std::to_string(devices) + " is outside 1 to " +
           std::to_string(most_devices));
  return static_cast<int>(devices);
}

Settings settings_from_environment(std::uint64_t memory_bytes) {
  Settings settings;
  settings.options = options_from_environment();
  const std::uint64_t megabytes = number_setting("GPU_EMULATOR_MEMORY_MB", 0);
  settings.memory_bytes =
      megabytes ? megabytes << 20 : std::min(memory_bytes, half_of_host_memory());
  settings.registers = registers_from(setting("GPU_EMULATOR_REGISTERS", ""));
  settings.report = setting("GPU_EMULATOR_REPORT", "");
  settings.modules = setting("GPU_EMULATOR_MODULES", "");
  settings.findings = setting("GPU_EMULATOR_FINDINGS", "");
  settings.suppressed = suppressions_from(setting("GPU_EMULATOR_SUPPRESSIONS", ""));
  if (std::string(setting("GPU_EMULATOR_SAME_VALUES", "on")) == "off")
    settings.suppressed.emplace_back("same-value-race: ");
  settings.leaks = std::string(setting("GPU_EMULATOR_LEAKS", "off")) == "on";
  return settings;
}

}  // namespace emu
