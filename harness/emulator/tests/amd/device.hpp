// A device of its own for tests of AMD code: an object file in its memory, dispatches, buffers.
#pragma once

#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "../verdict.hpp"
#include "amd/dispatch.hpp"

namespace emu::test {

/// Reads fields of an ELF file by their offset.
struct Bytes {
  std::vector<std::uint8_t> data;

  template <class T>
  T at(std::uint64_t offset) const {
    T value{};
    if (offset + sizeof value <= data.size())
      std::memcpy(&value, data.data() + offset, sizeof value);
    return value;
  }
  std::string text(std::uint64_t offset) const {
    return reinterpret_cast<const char*>(data.data() + offset);
  }
};

class AmdDevice {
 public:
  DeviceMemory memory{std::uint64_t{1} << 32};
  Findings findings;
  Options options;
  std::map<const Function*, KernelCounts> counts;
  std::unique_ptr<amd::Code> code;
  std::map<std::string, std::uint64_t> descriptors;

  /// Loads a linked code object without relocations.
  bool load(const std::string& file) {
    std::ifstream from(file, std::ios::binary);
    Bytes elf;
    elf.data.assign(std::istreambuf_iterator<char>(from), {});
    const auto architecture = amd::architecture_of(elf.at<std::uint32_t>(48));
    if (elf.data.size() < 64 || !architecture) return false;
    amd::LoadedObject object;
    object.name = file;
    place(elf, object);
    names(elf, object);
    for (const amd::Symbol& one : object.kernels) descriptors[one.name] = one.address;
    code = std::make_unique<amd::Code>(*architecture, memory, object);
    return true;
  }

  template <class T>
  std::uint64_t buffer(const std::vector<T>& values, const char* what = "buffer") {
    const std::uint64_t address = memory.allocate(values.size() * sizeof(T), what);
    std::memcpy(memory.data(address), values.data(), values.size() * sizeof(T));
    memory.mark(address, values.size() * sizeof(T), initialised);
    return address;
  }
  template <class T>
  std::vector<T> read(std::uint64_t address, std::size_t count) const {
    std::vector<T> values(count);
    std::memcpy(values.data(), memory.data(address), count * sizeof(T));
    return values;
  }

  /// Runs a kernel with arguments of four or eight bytes, each aligned to its size.
  template <class... A>
  amd::End run(const std::string& kernel, Extent grid, Extent group, A... arguments) {
    std::vector<std::uint8_t> block(256, 0);
    std::size_t at = 0;
    const auto put = [&](auto value) {
      at = (at + sizeof value - 1) / sizeof value * sizeof value;
      std::memcpy(block.data() + at, &value, sizeof value);
      at += sizeof value;
    };
    (put(arguments), ...);
    amd::Dispatch dispatch;
    dispatch.code = code.get();
    dispatch.descriptor = descriptors[kernel];
    dispatch.arguments = buffer(block, "arguments");
    dispatch.packet = buffer(packet(grid, group), "packet");
    dispatch.queue = buffer(std::vector<std::uint8_t>(256, 0), "queue");
    dispatch.grid = grid;
    dispatch.group = group;
    dispatch.shared_bytes = word(dispatch.descriptor);
    dispatch.private_bytes = word(dispatch.descriptor + 4);
    if (const std::uint64_t bytes = dispatch.scratch_bytes = dispatch.scratch_needed())
      dispatch.scratch = memory.allocate(bytes, "scratch");
    KernelCounts& of_kernel = counts[&code->kernel(dispatch.descriptor)];
    of_kernel.kernel = &code->kernel(dispatch.descriptor);
    return amd::execute(dispatch, {&memory, &findings, &of_kernel, nullptr, options, nullptr});
  }

  std::uint32_t word(std::uint64_t address) const {
    std::uint32_t value = 0;
    std::memcpy(&value, memory.data(address), sizeof value);
    return value;
  }

 private:
  static std::vector<std::uint8_t> packet(const Extent& grid, const Extent& group) {
    std::vector<std::uint8_t> bytes(64, 0);
    const std::uint16_t of_group[] = {static_cast<std::uint16_t>(group.x),
                                      static_cast<std::uint16_t>(group.y),
                                      static_cast<std::uint16_t>(group.z)};
    const std::uint32_t of_grid[] = {grid.x, grid.y, grid.z};
    std::memcpy(bytes.data() + 4, of_group, sizeof of_group);
    std::memcpy(bytes.data() + 12, of_grid, sizeof of_grid);
    return bytes;
  }

  void place(const Bytes& elf, amd::LoadedObject& object) {
    const auto first = elf.at<std::uint64_t>(32);
    const auto count = elf.at<std::uint16_t>(56);
    std::uint64_t end = 0;
    const auto segments = [&](auto use) {
      for (unsigned i = 0; i < count; ++i) {
        const std::uint64_t header = first + 56 * i;
        if (elf.at<std::uint32_t>(header) == 1) use(header);
      }
    };
    segments([&](std::uint64_t header) {
      end = std::max(end, elf.at<std::uint64_t>(header + 16) + elf.at<std::uint64_t>(header + 40));
    });
    object.bytes = end;
    object.address = memory.allocate(end, "code object");
    memory.mark(object.address, end, initialised);
    std::memset(memory.data(object.address), 0, end);
    segments([&](std::uint64_t header) {
      const std::uint64_t to = object.address + elf.at<std::uint64_t>(header + 16);
      const auto bytes = elf.at<std::uint64_t>(header + 32);
      std::memcpy(memory.data(to), elf.data.data() + elf.at<std::uint64_t>(header + 8), bytes);
      if (!(elf.at<std::uint32_t>(header + 4) & 1)) return;
      object.text_address = to;
      object.text_bytes = bytes;
    });
  }

  static void names(const Bytes& elf, amd::LoadedObject& object) {
    const auto first = elf.at<std::uint64_t>(40);
    const auto count = elf.at<std::uint16_t>(60);
    for (unsigned i = 0; i < count; ++i) {
      const std::uint64_t section = first + 64 * i;
      if (elf.at<std::uint32_t>(section + 4) != 11) continue;  // .dynsym
      const std::uint64_t strings =
          elf.at<std::uint64_t>(first + 64 * elf.at<std::uint32_t>(section + 40) + 24);
      const auto begin = elf.at<std::uint64_t>(section + 24);
      for (std::uint64_t at = 24; at < elf.at<std::uint64_t>(section + 32); at += 24) {
        const std::string name = elf.text(strings + elf.at<std::uint32_t>(begin + at));
        const amd::Symbol symbol{name, object.address + elf.at<std::uint64_t>(begin + at + 8),
                                 elf.at<std::uint64_t>(begin + at + 16)};
        if (name.size() > 3 && name.compare(name.size() - 3, 3, ".kd") == 0)
          object.kernels.push_back({name.substr(0, name.size() - 3), symbol.address, 64});
        else
          object.functions.push_back(symbol);
      }
    }
  }
};

}  // namespace emu::test
