#include "hsa/executables.hpp"

#include <cstdio>
#include <cstring>

namespace emu::hsa {
namespace {

constexpr std::string_view of_descriptor = ".kd";
constexpr std::uint64_t descriptor_bytes = 64;

enum RelocationType : std::uint32_t {
  absolute_low = 1,
  absolute_high = 2,
  absolute_64 = 3,
  absolute_32 = 6,
  relative_64 = 13
};

bool is_descriptor(const ElfSymbol& symbol) {
  const std::string& name = symbol.name;
  return symbol.defined && !symbol.function && symbol.bytes == descriptor_bytes &&
         name.size() > of_descriptor.size() &&
         name.compare(name.size() - of_descriptor.size(), of_descriptor.size(), of_descriptor) == 0;
}

}  // namespace

// Where a symbol of a relocation lies.
std::uint64_t Executables::variable(const Executable& executable, const CodeObject& object,
                                    std::uint64_t base, const ElfSymbol& symbol) const {
  if (symbol.defined) return base + symbol.value;
  const auto found = executable.defined.find(symbol.name);
  if (found != executable.defined.end()) return found->second;
  throw BadImage("'" + symbol.name + "' is not defined; object " + object.hash());
}

void Executables::relocate(const Executable& executable, const CodeObject& object,
                           std::uint64_t base) {
  for (const Relocation& one : object.relocations) {
    std::uint64_t value = base + static_cast<std::uint64_t>(one.addend);
    if (one.type != relative_64)
      value = static_cast<std::uint64_t>(one.addend) +
              (one.symbol ? variable(executable, object, base, object.symbols[one.symbol]) : 0);
    std::uint8_t* const place = device_.memory->data(base + one.at);
    switch (one.type) {
      case absolute_64:
      case relative_64:
        std::memcpy(place, &value, 8);
        break;
      case absolute_high:
        value >>= 32;
        [[fallthrough]];
      case absolute_low:
      case absolute_32:
        std::memcpy(place, &value, 4);
        break;
      default:
        throw BadImage("relocation of type " + std::to_string(one.type) + " is not known");
    }
  }
}

void Executables::add_symbols(Executable& executable, const CodeObject& object,
                              std::uint64_t base) {
  for (const ElfSymbol& one : object.symbols) {
    if (!one.defined || !one.global || one.function || one.name.empty()) continue;
    Symbol symbol{one.name, base + one.value, one.bytes};
    if (is_descriptor(one)) {
      constexpr std::uint16_t dynamic_stack = 1 << 11;
      const std::uint8_t* const descriptor = device_.memory->data(symbol.address);
      std::uint16_t properties = 0;
      symbol.kernel = true;
      std::memcpy(&symbol.shared, descriptor, 4);
      std::memcpy(&symbol.lane, descriptor + 4, 4);
      std::memcpy(&symbol.arguments, descriptor + 8, 4);
      std::memcpy(&properties, descriptor + 56, 2);
      symbol.dynamic_stack = properties & dynamic_stack;
    }
    executable.symbols[one.name] = symbols.add(std::make_shared<Symbol>(std::move(symbol)));
  }
}

amd::LoadedObject Executables::loaded(const CodeObject& object, std::uint64_t base) const {
  amd::LoadedObject made;
  made.name = object.hash();
  made.address = base;
  made.bytes = object.bytes;
  made.of_gcc = object.of_gcc;
  made.lines = object.lines;
  for (const LoadSegment& segment : object.segments)
    if (segment.executable) {
      made.text_address = base + segment.address;
      made.text_bytes = segment.bytes;
    }
  for (const ElfSymbol& one : object.others.empty() ? object.symbols : object.others)
    if (one.defined && one.value < object.bytes)
      (one.function ? made.functions : made.variables)
          .push_back({one.name, base + one.value, one.bytes});
  for (const ElfSymbol& one : object.symbols)
    if (is_descriptor(one))
      made.kernels.push_back({one.name.substr(0, one.name.size() - of_descriptor.size()),
                              base + one.value, one.bytes});
  return made;
}

Status Executables::load(Executable& executable, const CodeObject& object) {
  const auto made_for = amd::architecture_of(object.flags);
  if (made_for != architecture_)
    throw BadImage("it is for " +
                   (made_for ? std::string(name_of(*made_for)) : std::string("another GPU")) +
                   ", the device is " + std::string(name_of(architecture_)));
  DeviceMemory& memory = *device_.memory;
  const std::uint64_t base = memory.allocate(object.bytes, "variable or code of " + object.hash());
  if (!base) return out_of_resources;  // else zeroed: no address is used twice
  for (const LoadSegment& segment : object.segments)
    std::memcpy(memory.data(base + segment.address), object.image.data() + segment.offset,
                segment.file_bytes);
  memory.mark(base, object.bytes, initialised);
  executable.blocks.push_back(base);
  relocate(executable, object, base);
  add_symbols(executable, object, base);
  codes_.push_back(std::make_unique<amd::Code>(architecture_, memory, loaded(object, base)));
  by_block_[base] = codes_.back().get();
  return ok;
}

void Executables::unload(const Executable& executable) {
  for (const std::uint64_t block : executable.blocks) {
    by_block_.erase(block);
    device_.memory->release(block);
  }
  for (const auto& [name, symbol] : executable.symbols) symbols.remove(symbol);
}

amd::Code* Executables::code_with(std::uint64_t descriptor) const {
  auto after = by_block_.upper_bound(descriptor);
  if (after == by_block_.begin()) return nullptr;
  --after;
  amd::Code* const code = after->second;
  for (const amd::Symbol& kernel : code->object().kernels)
    if (kernel.address == descriptor) return code;
  return nullptr;
}

}  // namespace emu::hsa
