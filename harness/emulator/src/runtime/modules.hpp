// Modules of device code: those that a program registers and those that it loads itself.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gpu/gpus.hpp"
#include "memory/device_memory.hpp"
#include "program/program.hpp"
#include "ptx/module.hpp"

namespace emu {

struct Kernel {
  std::string name;
  std::uint32_t module = 0;
  const Function* function = nullptr;  // once its module is loaded
  std::uint32_t dynamic_shared = shared_without_asking;
};

class Modules : private VariablePlacer {
 public:
  Modules(const Gpu& gpu, DeviceMemory& memory, const std::string& folder)
      : gpu_(gpu), memory_(memory), folder_(folder) {}

  /// Parses a module; its text is kept where a folder was asked for.  Throws Unsupported.
  ptx::Module read(const std::string& text);
  /// Names of those kept: a hash each; its file ends in .ptx.
  const std::vector<std::string>& kept() const { return kept_; }

  // Those that a program registers, by the addresses that it has for them.
  void** add_module(const void* wrapper);
  void add_kernel(void** module, const void* host, const std::string& name);
  void add_variable(void** module, const void* host, const std::string& name, std::size_t bytes);
  /// A managed variable lies in memory of the host.
  void add_managed(void** module, void* host, const std::string& name, std::size_t bytes);
  /// Loads a module for the values that its managed variables begin with.
  bool load_managed(void** module);
  Kernel* kernel(const void* host);  // null: not registered
  /// The kernel of a handle; null: it is none.
  Kernel* kernel_of(void* handle) const;
  int load(Kernel& kernel);                                    // an error, or success
  std::uint64_t symbol(const void* host, std::size_t& bytes);  // 0: not known

  // Those that a program loads itself, by number; load_text() throws Unsupported.
  std::uint32_t load_text(const ptx::Module& module);
  bool is_loaded(std::uint32_t module) const;
  void unload(std::uint32_t module);                              // its variables end
  Kernel* kernel(std::uint32_t module, const std::string& name);  // null: it has none
  std::uint64_t symbol(std::uint32_t module, const std::string& name, std::size_t& bytes);

 private:
  void protect(std::uint64_t address, std::uint64_t bytes) override;
  std::uint64_t place(const std::string& name, std::uint64_t bytes,
                      const std::vector<std::uint8_t>& value) override;
  void write(std::uint64_t address, const void* data, std::size_t bytes) override;

  struct Module {
    const void* wrapper = nullptr;
    std::unique_ptr<Program> program;
    std::string fault;    // why it cannot be used
    bool loaded = false;  // by load_text(), and not unloaded
  };
  struct Symbol {
    std::uint32_t module = 0;
    std::string name;
    std::size_t bytes = 0;
  };

  bool load_module(std::uint32_t number);
  static std::uint32_t number_of(void** module) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(module) - 1);
  }

  const Gpu& gpu_;
  DeviceMemory& memory_;
  const std::string& folder_;
  std::vector<std::string> kept_;
  std::vector<std::unique_ptr<Module>> modules_;
  std::unordered_map<const void*, Kernel> kernels_;
  std::map<std::pair<std::uint32_t, std::string>, Kernel> named_kernels_;
  std::unordered_set<const void*> handles_;
  std::unordered_map<const void*, Symbol> symbols_;
  std::map<std::pair<std::uint32_t, std::string>, void*> managed_;
  std::uint32_t loading_ = ~std::uint32_t{0};  // the module whose variables are placed
};

}  // namespace emu
