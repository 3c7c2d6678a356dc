// One wave of an AMD device, and single instructions executed by it.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <random>

#include "amd/wave.hpp"
#include "device.hpp"

namespace emu::test {

class Bench {
 public:
  explicit Bench(amd::Architecture architecture) : architecture_(architecture) {
    std::vector<std::uint8_t> object(4096, 0);
    const std::uint64_t to_entry = 1024;
    const std::uint32_t resources = 0xaf0000 | 31;
    std::memcpy(object.data() + 16, &to_entry, sizeof to_entry);
    std::memcpy(object.data() + 48, &resources, sizeof resources);
    amd::LoadedObject loaded;
    loaded.name = "bench";
    loaded.address = device.buffer(object, "code object");
    loaded.bytes = object.size();
    loaded.text_address = loaded.address + to_entry;
    loaded.text_bytes = object.size() - to_entry;
    loaded.functions = {{"bench", loaded.text_address, 0}};
    loaded.kernels = {{"bench", loaded.address, 64}};
    device.code = std::make_unique<amd::Code>(architecture, device.memory, loaded);
    dispatch.code = device.code.get();
    dispatch.descriptor = loaded.address;
    dispatch.group = dispatch.grid = {64, 1, 1};
    device.options.uninitialised = device.options.counts = false;
    machine = {&device.memory, &device.findings, &counts, nullptr, device.options, nullptr};
    execution.emplace(dispatch, machine);
    group.execution = &*execution;
    group.waves.resize(1);
    group.shared.assign(1024, 0);
    group.shared_written.assign(1024, 1);
    wave().execution = &*execution;
    wave().group = &group;
    wave().v.assign(std::size_t{amd::vector_registers} * amd::lanes, 0);
    wave().v_undefined.assign(amd::vector_registers, 0);
    wave().s_undefined.fill(0);
    wave().pc = loaded.text_address;
    wave().set_pair(amd::scalar::exec, amd::every_lane);
  }

  amd::Wave& wave() { return group.waves[0]; }

  void execute(std::uint32_t first, std::uint32_t second) {
    amd::Decoded inst = amd::decode(architecture_, first, second);
    inst.run = amd::meaning_of(inst).run;
    if (!inst.run) throw Unsupported("nothing executes " + std::string(inst.name));
    amd::Wave& it = wave();
    it.next = it.pc + inst.bytes();
    it.active = it.exec();
    it.tainted = 0;
    inst.run(it, inst);
  }

  /// The opcode of a name in a family; none: it is not there.
  std::optional<std::uint32_t> opcode(amd::Family family, const std::string& name) const {
    for (unsigned i = 0; i < amd::opcodes_of(family); ++i)
      if (amd::mnemonic(architecture_, family, i) == name) return i;
    return std::nullopt;
  }

  /// A vector instruction in its form of three sources: v0, v2 and v4 into v8, s[20:21] beside it.
  bool execute_vop3(const std::string& name, std::uint32_t flags = 0, std::uint32_t more = 0) {
    using amd::Family;
    for (const auto& [family, from] : {std::pair{Family::vop3, 0u},
                                       {Family::vop2, 0x100u},
                                       {Family::vop1, 0x140u},
                                       {Family::vopc, 0u}}) {
      const auto number = opcode(family, name);
      if (!number) continue;
      const bool scalar_result = family == Family::vopc;
      execute(0b110100u << 26 | (*number + from) << 16 | (scalar_result ? 20u : 8u) | flags,
              256u | 258u << 9 | 260u << 18 | more);
      return true;
    }
    return false;
  }

  void put(unsigned reg, unsigned lane, std::uint64_t value, unsigned bytes) {
    wave().lanes_of(reg)[lane] = static_cast<std::uint32_t>(value);
    if (bytes == 8) wave().lanes_of(reg + 1)[lane] = static_cast<std::uint32_t>(value >> 32);
  }
  std::uint64_t get(unsigned reg, unsigned lane, unsigned bytes) {
    const std::uint64_t low = wave().lanes_of(reg)[lane];
    return bytes == 8 ? low | std::uint64_t{wave().lanes_of(reg + 1)[lane]} << 32 : low;
  }

  AmdDevice device;
  KernelCounts counts;
  amd::Dispatch dispatch;
  amd::Machine machine;
  std::optional<amd::Execution> execution;
  amd::Group group;

 private:
  amd::Architecture architecture_;
};

/// Values that instructions are tried with: edges, small ones, and any bits.
class Values {
 public:
  explicit Values(std::uint64_t seed) : random_(seed) {}

  std::uint64_t bits() { return random_(); }

  template <class T>
  T next() {
    T value;
    if constexpr (std::is_floating_point_v<T>) {
      static constexpr double edges[] = {0.0,  -0.0,     1.0,       -1.0, 0.5,  2.5,    -3.5,
                                         1e10, INFINITY, -INFINITY, NAN,  1e-3, 65536.0};
      if (random_() % 3 == 0) return static_cast<T>(edges[random_() % std::size(edges)]);
      if (random_() % 3 == 0)
        return static_cast<T>(static_cast<double>(static_cast<std::int64_t>(random_())) / 1e15);
    } else {
      static constexpr std::int64_t edges[] = {0, 1, -1, 2, 31, 32, 33, 63, 64, 255, 256, 65535};
      const auto low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
      const auto kind = random_() % 4;
      if (kind == 0) return static_cast<T>(edges[random_() % std::size(edges)]);
      if (kind == 1) return random_() % 2 ? low : high;
    }
    const std::uint64_t any = random_();
    std::memcpy(&value, &any, sizeof value);
    return value;
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace emu::test
