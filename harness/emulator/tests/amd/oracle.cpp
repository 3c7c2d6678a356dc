// Executes single instructions of standard input on registers that stand beside them, and writes
// what became of those; scripts/prove.py amd-semantics holds it against AMD's pseudo-code.
//   emulator_amd_oracle gfx90a <requests >answers
#include <cstdio>

#include "bench.hpp"

namespace {

using namespace emu;
using amd::Family;
using emu::test::Bench;

constexpr unsigned vectors = 12, words = 256;  // registers of lanes; words of LDS and of memory

struct State {
  std::uint64_t exec, vcc;
  std::uint32_t scc, unused;
  std::uint32_t s[24];
  std::uint32_t v[vectors][amd::lanes];
  std::uint32_t shared[words], memory[words];
};

struct Request {
  char name[40];
  std::uint32_t family, literal;
  State state;
};

struct Answer {
  std::uint32_t outcome, unused;  // 0 executed, 1 there is no such opcode, 2 nothing executes it
  State state;
};

/// What stands in the constant of a memory instruction above its offset.
constexpr std::uint32_t returns = 1u << 24, by_scalar = 1u << 25, no_offset = 1u << 26;
enum class Goes : std::uint32_t { to_memory, to_shared, to_scratch };
Goes room_of(const Request& of) { return static_cast<Goes>(of.literal >> 28); }

/// The words of an opcode: sources are v0, v2 and v4, or s[0:1] and s[2:3]; results v8 or s[8:9],
/// and s[20:21] beside it.
std::pair<std::uint32_t, std::uint32_t> encoded(Family family, std::uint32_t opcode,
                                                const Request& of) {
  const std::uint32_t sources = 256u | 258u << 9 | 260u << 18;
  const std::string name = of.name;
  const bool beside = name.rfind("v_div_scale", 0) == 0 || name.rfind("v_mad_u64", 0) == 0 ||
                      name.rfind("v_mad_i64", 0) == 0;
  switch (family) {
    case Family::sop2:
      return {0b10u << 30 | opcode << 23 | 8u << 16 | 2u << 8 | 0u, of.literal};
    case Family::sopk:
      return {0b1011u << 28 | opcode << 23 | 8u << 16 | (of.literal & 0xffff), 0};
    case Family::sop1:
      return {0b101111101u << 23 | 8u << 16 | opcode << 8 | 0u, of.literal};
    case Family::sopc:
      return {0b101111110u << 23 | opcode << 16 | 2u << 8 | 0u, of.literal};
    case Family::vop1:
      return {0b0111111u << 25 | 8u << 17 | opcode << 9 | 256u, of.literal};
    case Family::vop2:
      return {opcode << 25 | 8u << 17 | 2u << 9 | 256u, of.literal};
    case Family::vopc:
      return {0b0111110u << 25 | opcode << 17 | 2u << 9 | 256u, of.literal};
    case Family::vop3:
      return {0b110100u << 26 | opcode << 16 | (beside ? 20u << 8 : 0u) | 8u, sources};
    case Family::vop3p:  // op_sel_hi as compilers write it
      return {0b110100111u << 23 | opcode << 16 | 1u << 14 | 8u, sources | 3u << 27};
    case Family::ds:
      return {0b110110u << 26 | opcode << 17 | (of.literal & 0xffff),
              0u | 2u << 8 | 4u << 16 | 8u << 24};
    case Family::smem: {  // s[0:1] and s4 are its address
      const bool scalar = of.literal & by_scalar, offset = !(of.literal & no_offset);
      return {0b110000u << 26 | opcode << 18 | offset << 17 | (scalar && offset) << 14 | 8u << 6,
              offset ? (of.literal & 0x1fffff) | (scalar ? 4u << 25 : 0u) : 4u};
    }
    case Family::mubuf: {  // s[4:7] is the buffer, s2 what counts from there, v8 data and result
      const std::uint32_t scalar = of.literal & by_scalar ? 2u : 128u;
      return {0b111000u << 26 | opcode << 18 | (of.literal & returns ? 1u << 14 : 0u) |
                  (of.literal & no_offset ? 0u : 1u << 12) | (of.literal & 0xfff),
              scalar << 24 | 1u << 16 | 8u << 8};
    }
    default: {  // s2, or s[2:3] of device memory, is the base
      const std::uint32_t segment = family == Family::flat ? 0 : family == Family::scratch ? 1 : 2;
      const std::uint32_t base = of.literal & by_scalar ? 2u : 0x7fu;
      return {0b110111u << 26 | opcode << 18 | (of.literal & returns ? 1u << 16 : 0u) |
                  segment << 14 | (of.literal & 0x1fff),
              0u | 2u << 8 | base << 16 | 8u << 24};
    }
  }
}

/// Makes addresses of what the request counts from the first byte of a room.
void place(Bench& bench, Family family, const Request& request, std::uint64_t buffer) {
  amd::Wave& wave = bench.wave();
  const auto rebased = [](std::uint64_t base, std::uint32_t offset) {
    return base + static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(offset)});
  };
  bench.execution->piece = sizeof request.state.memory;
  wave.scratch = buffer;
  wave.set_pair(amd::scalar::flat_scratch, buffer);
  if (family == Family::mubuf) {
    const bool swizzles = room_of(request) == Goes::to_scratch;
    wave.set_pair(4, buffer | std::uint64_t{swizzles} << 63);
    wave.set_pair(6, ~0u | std::uint64_t{swizzles} << 55);
  }
  if (family == Family::smem) wave.set_pair(0, rebased(buffer, request.state.s[0]));
  if (family == Family::global && request.literal & by_scalar)
    return wave.set_pair(2, rebased(buffer, request.state.s[2]));
  if (family != Family::global && family != Family::flat) return;
  const std::uint64_t base = room_of(request) == Goes::to_shared    ? shared_window
                             : room_of(request) == Goes::to_scratch ? local_window
                                                                    : buffer;
  for (unsigned lane = 0; lane < amd::lanes; ++lane)
    bench.put(0, lane, rebased(base, request.state.v[0][lane]), 8);
}

/// What those registers held before, where nothing was written to them.
template <class To>
void take_back(To& now, const To& placed, const To& before) {
  if (now == placed) now = before;
}

std::uint32_t execute(Bench& bench, const Request& request, std::uint64_t buffer, State& after) {
  const auto family = static_cast<Family>(request.family);
  const auto opcode = bench.opcode(family, request.name);
  if (!opcode) return 1;
  amd::Wave& wave = bench.wave();
  const State& before = request.state;
  std::copy_n(before.s, 24, wave.s.begin());
  wave.set_pair(amd::scalar::exec, before.exec);
  wave.set_pair(amd::scalar::vcc, before.vcc);
  wave.scc = before.scc != 0;
  wave.scc_undefined = false;
  for (unsigned reg = 0; reg < vectors; ++reg)
    std::copy_n(before.v[reg], amd::lanes, wave.lanes_of(reg));
  place(bench, family, request, buffer);
  std::uint32_t s[24], v[2][amd::lanes];
  std::copy_n(wave.s.begin(), 24, s);
  std::copy_n(wave.lanes_of(0), 2 * amd::lanes, v[0]);
  std::memcpy(bench.group.shared.data(), before.shared, sizeof before.shared);
  std::memcpy(bench.device.memory.data(buffer), before.memory, sizeof before.memory);
  const auto [first, second] = encoded(family, *opcode, request);
  try {
    bench.execute(first, second);
  } catch (const Unsupported&) {
    return 2;
  }
  after.exec = wave.exec();
  after.vcc = wave.pair(amd::scalar::vcc);
  after.scc = wave.scc;
  std::copy_n(wave.s.begin(), 24, after.s);
  for (unsigned reg = 0; reg < vectors; ++reg)
    std::copy_n(wave.lanes_of(reg), amd::lanes, after.v[reg]);
  for (unsigned i = 0; i < 8; ++i) take_back(after.s[i], s[i], before.s[i]);
  for (unsigned reg = 0; reg < 2; ++reg)
    for (unsigned lane = 0; lane < amd::lanes; ++lane)
      take_back(after.v[reg][lane], v[reg][lane], before.v[reg][lane]);
  std::memcpy(after.shared, bench.group.shared.data(), sizeof after.shared);
  std::memcpy(after.memory, bench.device.memory.data(buffer), sizeof after.memory);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const auto architecture =
      amd::architecture_of(std::string_view(count > 1 ? arguments[1] : "none"));
  if (!architecture) return 2;
  Bench bench(*architecture);
  const std::uint64_t buffer = bench.device.buffer(std::vector<std::uint32_t>(words), "memory");
  Request request;
  while (std::fread(&request, sizeof request, 1, stdin) == 1) {
    Answer answer = {};
    request.name[sizeof request.name - 1] = 0;
    answer.outcome = execute(bench, request, buffer, answer.state);
    if (std::fwrite(&answer, sizeof answer, 1, stdout) != 1 || std::fflush(stdout)) return 1;
  }
  return 0;
}
