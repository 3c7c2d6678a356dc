// A device for tests: PTX in, memory and findings out.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "exec/launch.hpp"
#include "ptx/code/decode.hpp"
#include "verdict.hpp"

namespace emu::test {

/// One module on a device of its own.
class Device : private VariablePlacer {
 public:
  explicit Device(const std::string& text)
      : memory_(std::uint64_t{1} << 28), program_(decode(ptx::parse(text), *this)) {}

  std::uint64_t allocate(std::size_t bytes) { return memory_.allocate(bytes, "test"); }
  void release(std::uint64_t address) { memory_.release(address); }
  void share(const void* host, std::size_t bytes) { memory_.share(host, bytes, false); }

  template <typename T>
  std::uint64_t upload(const std::vector<T>& values) {
    const std::uint64_t address = allocate(values.size() * sizeof(T));
    write(address, values.data(), values.size() * sizeof(T));
    memory_.mark(address, values.size() * sizeof(T), initialised);
    return address;
  }
  template <typename T>
  std::vector<T> download(std::uint64_t address, std::size_t count) const {
    std::vector<T> values(count);
    std::memcpy(values.data(), memory_.data(address), count * sizeof(T));
    return values;
  }

  /// Runs a kernel whose parameters are 64 bits each.
  void run(const std::string& name, Extent grid, Extent block,
           const std::vector<std::uint64_t>& parameters, std::uint32_t shared = 0) {
    const Function* kernel = program_->kernel(name);
    if (!kernel) throw ptx::Unsupported("no kernel " + name);
    if (!kernel->unsupported.empty()) throw ptx::Unsupported(kernel->unsupported);
    Launch launch;
    launch.kernel = kernel;
    launch.parameters.resize(parameters.size() * 8);
    std::memcpy(launch.parameters.data(), parameters.data(), launch.parameters.size());
    launch.grid = grid;
    launch.block = block;
    launch.cluster = cluster;
    launch.dynamic_shared = shared;
    launch.resident = 64;
    launch.options = options;
    launch.memory = &memory_;
    launch.findings = &findings;
    counts.kernel = kernel;
    launch.counts = &counts;
    launch.beyond = beyond.get();
    launch.run();
  }

  /// Kernels of the module, and why those that cannot be executed cannot.
  std::size_t kernels() const {
    std::size_t count = 0;
    for (const Function& function : program_->functions) count += function.entry;
    return count;
  }
  std::vector<std::string> unsupported() const {
    std::vector<std::string> reasons;
    for (const Function& function : program_->functions)
      if (!function.unsupported.empty()) reasons.push_back(function.unsupported);
    return reasons;
  }

  Extent cluster;
  Options options;
  Findings findings;
  KernelCounts counts;
  std::unique_ptr<Beyond> beyond;

 private:
  std::uint64_t place(const std::string& name, std::uint64_t bytes,
                      const std::vector<std::uint8_t>& value) override {
    const std::uint64_t address = memory_.allocate(bytes, "variable '" + name + "'");
    std::memset(memory_.data(address), 0, bytes);
    std::memcpy(memory_.data(address), value.data(), value.size());
    memory_.mark(address, bytes, initialised);
    return address;
  }
  void write(std::uint64_t address, const void* data, std::size_t bytes) override {
    std::memcpy(memory_.data(address), data, bytes);
  }
  void protect(std::uint64_t address, std::uint64_t bytes) override {
    memory_.mark(address, bytes, constant);
  }

  DeviceMemory memory_;
  std::unique_ptr<Program> program_;
};

/// The text of a module with one kernel: parameters p0, p1, ... of 64 bits, registers of all types.
inline std::string kernel(const std::string& body, int parameters,
                          const std::string& variables = "") {
  std::string text =
      ".version 8.0\n.target sm_90\n.address_size 64\n" + variables + "\n.visible .entry k(";
  for (int i = 0; i < parameters; ++i)
    text += (i ? ", " : "") + std::string(".param .u64 p") + std::to_string(i);
  text +=
      ")\n{\n.reg .pred %p<8>;\n.reg .b16 %h<8>;\n.reg .b32 %r<32>;\n.reg .b64 %d<32>;\n.reg .f32 "
      "%f<8>;\n.reg .f64 %g<8>;\n";
  return text + body + "\nret;\n}\n";
}

}  // namespace emu::test
