// Lanes and warps that meet: shuffles against their definition, barriers that do not wait, limits.
#include "cases.hpp"

using namespace emu;
using namespace emu::test;

namespace {

constexpr u32 lanes = 32;

// PTX ISA, shfl: the lane read and whether it is in range, for a segment mask and a clamp in c.
u32 source_lane(const std::string& mode, u32 lane, u32 b, u32 c, bool& in_range) {
  const u32 segment = c >> 8 & 31, clamp = c & 31;
  const u32 first = lane & segment, last = first | (clamp & ~segment);
  s32 from = 0;
  if (mode == "up") from = s32(lane) - s32(b & 31);
  if (mode == "down") from = s32(lane + (b & 31));
  if (mode == "bfly") from = s32(lane ^ (b & 31));
  if (mode == "idx") from = s32(first | (b & 31 & ~segment));
  in_range = mode == "up" ? from >= s32(last) : from <= s32(last);
  return in_range ? u32(from) : lane;
}

void shuffles() {
  for (const std::string mode : {"up", "down", "bfly", "idx"})
    for (const u32 c : {0u, 31u, 0x1800u, 0x181fu, 0x1c00u, 0x1c1fu})
      for (const u32 b : {0u, 1u, 3u, 8u, 17u, 31u}) {
        Device device(
            kernel("mov.u32 %r0, %tid.x;\nmul.wide.u32 %d0, %r0, 8;\nld.param.u64 %d1, [p0];\n"
                   "add.s64 %d1, %d1, %d0;\nadd.s32 %r1, %r0, 100;\nshfl.sync." +
                       mode + ".b32 %r2|%p0, %r1, " + std::to_string(b) + ", " + std::to_string(c) +
                       ", -1;\nselp.b32 %r3, 1, 0, %p0;\nst.global.v2.u32 [%d1], {%r2, %r3};\n",
                   1));
        const auto out = device.upload(std::vector<u32>(2 * lanes, 0));
        device.run("k", {1}, {lanes}, {out});
        const auto got = device.download<u32>(out, 2 * lanes);
        for (u32 lane = 0; lane < lanes; ++lane) {
          bool in_range = false;
          const u32 from = source_lane(mode, lane, b, c, in_range);
          check(got[2 * lane] == 100 + from && got[2 * lane + 1] == in_range,
                "shfl." + mode + " " + std::to_string(b) + ", " + std::to_string(c) + ", lane " +
                    std::to_string(lane));
        }
      }
}

// Half of the lanes come sooner; all are waited for, whoever goes first.
void waits_for_lanes() {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Device device(kernel(
        "mov.u32 %r0, %tid.x;\nmul.wide.u32 %d0, %r0, 4;\nld.param.u64 %d1, [p0];\n"
        "add.s64 %d1, %d1, %d0;\nmov.u32 %r1, 1;\nsetp.lt.u32 %p0, %r0, 16;\n@%p0 bra MEET;\n"
        "add.s32 %r1, %r0, 7;\nMEET:\nshfl.sync.idx.b32 %r2, %r1, 31, 31, -1;\n"
        "st.global.u32 [%d1], %r2;\n",
        1));
    device.options.seed = seed;
    const auto out = device.upload(std::vector<u32>(lanes, 0));
    device.run("k", {1}, {lanes}, {out});
    const auto got = device.download<u32>(out, lanes);
    check(device.findings.count() == 0 && got == std::vector<u32>(lanes, 38),
          "all lanes are waited for, seed " + std::to_string(seed));
  }
}

// The first warp arrives at barrier 1 and goes on to barrier 2, where the second waits.
void arrival_does_not_wait() {
  Device device(
      kernel("mov.u32 %r0, %tid.x;\nsetp.lt.u32 %p0, %r0, 32;\n@%p0 bra FIRST;\nbar.sync 2, 64;\n"
             "bar.sync 1, 64;\nbra END;\nFIRST:\nbar.arrive 1, 64;\nbar.sync 2, 64;\nEND:\n",
             0));
  device.run("k", {1}, {64}, {});
  check(device.findings.count() == 0, "bar.arrive does not wait");
}

// inc counts to its bound and begins again, dec the other way.
void counters_that_wrap() {
  Device device(
      kernel("mov.u32 %r0, %tid.x;\nmul.wide.u32 %d0, %r0, 8;\nld.param.u64 %d1, [p0];\n"
             "ld.param.u64 %d2, [p1];\nadd.s64 %d2, %d2, %d0;\natom.global.inc.u32 %r1, [%d1], 4;\n"
             "atom.global.dec.u32 %r2, [%d1+4], 4;\nst.global.v2.u32 [%d2], {%r1, %r2};\n",
             2));
  const auto counters = device.upload(std::vector<u32>{0, 9});
  const auto out = device.upload(std::vector<u32>(2 * lanes, 0));
  device.run("k", {1}, {lanes}, {counters, out});
  auto got = device.download<u32>(out, 2 * lanes);
  u32 seen[10] = {}, down[10] = {};
  for (u32 lane = 0; lane < lanes; ++lane) {
    ++seen[got[2 * lane] % 10];
    ++down[got[2 * lane + 1] % 10];
  }
  const auto end = device.download<u32>(counters, 2);
  check(seen[0] == 7 && seen[1] == 7 && seen[4] == 6 && seen[5] == 0 && end[0] == 2, "atom.inc");
  check(down[9] == 1 && down[4] == 7 && down[0] == 6 && end[1] == 3, "atom.dec");
}

// Four bytes are there, eight are read.
void beyond_dynamic_memory() {
  Device device(
      kernel("mov.u32 %r0, dynamic;\nst.shared.u32 [%r0], 1;\nld.shared.u64 %d0, [%r0];\n", 0,
             ".extern .shared .align 16 .b8 dynamic[];"));
  device.run("k", {1}, {1}, {}, 4);
  check(device.findings.count() == 1 && device.findings.list()[0].fault == Fault::out_of_bounds,
        "beyond dynamic shared memory");
}

}  // namespace

int main() {
  shuffles();
  waits_for_lanes();
  arrival_does_not_wait();
  counters_that_wrap();
  beyond_dynamic_memory();
  return result();
}
