// Executables: code objects in the memory of the device, and the symbols that programs ask for.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "amd/dispatch.hpp"
#include "hsa/abi.hpp"
#include "hsa/code_object.hpp"
#include "hsa/table.hpp"
#include "runtime/device.hpp"

namespace emu::hsa {

/// A kernel, by its descriptor, or a variable.
struct Symbol {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  bool kernel = false;
  std::uint32_t arguments = 0, shared = 0, lane = 0;  // bytes that the descriptor asks for
  bool dynamic_stack = false;
};

struct Executable {
  bool frozen = false;
  std::vector<std::uint64_t> blocks;             // of device memory, one a code object
  std::map<std::string, std::uint64_t> defined;  // variables of others, by name
  std::map<std::string, std::uint64_t> symbols;  // handles, by name
};

class Executables {
 public:
  Executables(Device& device, amd::Architecture architecture)
      : device_(device), architecture_(architecture) {}

  Table<CodeObject> objects{0x0b1};
  Table<CodeObject> readers{0x0b2};  // of newer programs
  Table<Executable> executables{0x0b3};
  Table<Symbol> symbols{0x0b4};

  /// Puts an object into device memory.  Throws BadImage with the reason, or out_of_resources.
  Status load(Executable& executable, const CodeObject& object);
  /// Gives back its memory; nothing of it may run.
  void unload(const Executable& executable);
  /// What holds the kernel with this descriptor; null: nothing does.
  amd::Code* code_with(std::uint64_t descriptor) const;

 private:
  std::uint64_t variable(const Executable& executable, const CodeObject& object, std::uint64_t base,
                         const ElfSymbol& symbol) const;
  void relocate(const Executable& executable, const CodeObject& object, std::uint64_t base);
  void add_symbols(Executable& executable, const CodeObject& object, std::uint64_t base);
  amd::LoadedObject loaded(const CodeObject& object, std::uint64_t base) const;

  Device& device_;
  const amd::Architecture architecture_;
  std::vector<std::unique_ptr<amd::Code>> codes_;  // for good: counts refer to them
  std::map<std::uint64_t, amd::Code*> by_block_;   // that are loaded
};

}  // namespace emu::hsa
