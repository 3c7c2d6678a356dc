#include "runtime/modules.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "exec/builtins.hpp"
#include "ptx/code/decode.hpp"
#include "ptx/link.hpp"
#include "runtime/errors.hpp"
#include "runtime/fatbin.hpp"

namespace emu {
namespace {

std::string hash_of(const std::string& text) {  // FNV-1a
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  char name[17];
  std::snprintf(name, sizeof name, "%016llx", static_cast<unsigned long long>(hash));
  return name;
}

// Other processes may keep the same one, and read what is there.
bool keep(const std::string& file, const std::string& text) {
  if (std::filesystem::exists(file)) return true;
  const std::string begun = file + "." + std::to_string(getpid());
  std::ofstream out(begun);
  return out.write(text.data(), static_cast<std::streamsize>(text.size())).flush() &&
         !std::rename(begun.c_str(), file.c_str());
}

}  // namespace

ptx::Module Modules::read(const std::string& text) {
  if (!folder_.empty()) {
    const std::string name = hash_of(text);
    if (keep(folder_ + "/" + name + ".ptx", text)) kept_.push_back(name);
  }
  return ptx::parse(text);
}

void** Modules::add_module(const void* wrapper) {
  modules_.push_back(std::make_unique<Module>());
  modules_.back()->wrapper = wrapper;
  return reinterpret_cast<void**>(modules_.size());
}

void Modules::add_kernel(void** module, const void* host, const std::string& name) {
  Kernel kernel;
  kernel.name = name;
  kernel.module = number_of(module);
  kernels_[host] = kernel;
  handles_.insert(&kernels_[host]);
}

void Modules::add_variable(void** module, const void* host, const std::string& name,
                           std::size_t bytes) {
  symbols_[host] = {number_of(module), name, bytes};
}

void Modules::add_managed(void** module, void* host, const std::string& name, std::size_t bytes) {
  managed_[{number_of(module), name}] = host;
  symbols_[host] = {number_of(module), name, bytes};
}

bool Modules::load_managed(void** module) {
  const auto first = managed_.lower_bound({number_of(module), ""});
  return first == managed_.end() || first->first.first != number_of(module) ||
         load_module(number_of(module));
}

bool Modules::load_module(std::uint32_t number) {
  Module& module = *modules_[number];
  if (module.program) return true;
  if (!module.fault.empty()) return false;
  loading_ = number;
  try {
    const auto texts =
        ptx_to_link(module.wrapper, static_cast<unsigned>(gpu_.major * 10 + gpu_.minor));
    std::vector<ptx::Unit> units;
    for (const std::string& text : texts)
      units.push_back({"object " + std::to_string(units.size() + 1), read(text)});
    module.program = decode(units.size() == 1 ? std::move(units.front().module)
                                              : ptx::link(std::move(units), is_builtin),
                            *this);
    return true;
  } catch (const Unsupported& reason) {
    module.fault = reason.what();
    std::fprintf(stderr, "gpu-emulator: unsupported: %s\n", reason.what());
    return false;
  }
}

Kernel* Modules::kernel(const void* host) {
  const auto found = kernels_.find(host);
  return found == kernels_.end() ? nullptr : &found->second;
}

Kernel* Modules::kernel_of(void* handle) const {
  return handles_.count(handle) ? static_cast<Kernel*>(handle) : nullptr;
}

int Modules::load(Kernel& kernel) {
  if (kernel.function) return success;
  if (!load_module(kernel.module)) return no_kernel_image;
  kernel.function = modules_[kernel.module]->program->kernel(kernel.name);
  if (!kernel.function) return invalid_device_function;
  if (!kernel.function->unsupported.empty()) {
    std::fprintf(stderr, "gpu-emulator: unsupported: %s\n", kernel.function->unsupported.c_str());
    kernel.function = nullptr;
    return invalid_kernel_image;
  }
  return success;
}

std::uint64_t Modules::symbol(const void* host, std::size_t& bytes) {
  const auto found = symbols_.find(host);
  if (found == symbols_.end() || !load_module(found->second.module)) return 0;
  const Program& program = *modules_[found->second.module]->program;
  const auto place = program.symbols.find(found->second.name);
  if (place == program.symbols.end()) return 0;
  bytes = found->second.bytes;
  return place->second;
}

std::uint32_t Modules::load_text(const ptx::Module& module) {
  auto loaded = std::make_unique<Module>();
  loading_ = ~std::uint32_t{0};
  loaded->program = decode(module, *this);
  loaded->loaded = true;
  modules_.push_back(std::move(loaded));
  return static_cast<std::uint32_t>(modules_.size() - 1);
}

bool Modules::is_loaded(std::uint32_t module) const {
  return module < modules_.size() && modules_[module]->loaded;
}

// The program itself stays: counts name its functions.
void Modules::unload(std::uint32_t module) {
  modules_[module]->loaded = false;
  for (const auto& [name, address] : modules_[module]->program->symbols) memory_.release(address);
}

Kernel* Modules::kernel(std::uint32_t module, const std::string& name) {
  if (!modules_[module]->program->kernel(name)) return nullptr;
  Kernel& kernel = named_kernels_[{module, name}];
  kernel.name = name;
  kernel.module = module;
  handles_.insert(&kernel);
  return &kernel;
}

std::uint64_t Modules::symbol(std::uint32_t module, const std::string& name, std::size_t& bytes) {
  const Program& program = *modules_[module]->program;
  const auto place = program.symbols.find(name);
  if (place == program.symbols.end()) return 0;
  bytes = program.symbol_bytes.at(name);
  return place->second;
}

std::uint64_t Modules::place(const std::string& name, std::uint64_t bytes,
                             const std::vector<std::uint8_t>& value) {
  if (const auto managed = managed_.find({loading_, name}); managed != managed_.end()) {
    std::memset(managed->second, 0, bytes);
    std::memcpy(managed->second, value.data(), value.size());
    return reinterpret_cast<std::uint64_t>(managed->second);
  }
  const std::uint64_t address =
      memory_.allocate(std::max<std::uint64_t>(bytes, 1), "variable '" + name + "'");
  if (!address) throw Unsupported("there is no device memory for '" + name + "'");
  std::memset(memory_.data(address), 0, bytes);  // what has no initial value is zero
  memory_.mark(address, bytes, initialised);
  std::memcpy(memory_.data(address), value.data(), value.size());
  return address;
}

void Modules::protect(std::uint64_t address, std::uint64_t bytes) {
  if (memory_.covers(address)) memory_.mark(address, bytes, constant);
}

void Modules::write(std::uint64_t address, const void* data, std::size_t bytes) {
  std::memcpy(memory_.covers(address) ? memory_.data(address) : reinterpret_cast<void*>(address),
              data, bytes);
}

}  // namespace emu
