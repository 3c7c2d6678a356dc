// Lanes and warps that meet: shuffles against their definition, barriers that do not wait, limits.
#include <atomic>
#include <chrono>
#include <thread>

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

// A kernel that leaves two words of each lane, in %r2 and %r3; its value is in %r1.
std::vector<u32> two_words(const std::string& body, const std::vector<u32>& values,
                           std::uint64_t seed = 0, const std::string& variables = "") {
  Device device(
      kernel("mov.u32 %r0, %tid.x;\nmul.wide.u32 %d0, %r0, 4;\nld.param.u64 %d1, [p0];\n"
             "add.s64 %d2, %d1, %d0;\nld.global.u32 %r1, [%d2];\nmov.u32 %r2, 0;\n"
             "mov.u32 %r3, 0;\n" +
                 body +
                 "ld.param.u64 %d1, [p1];\nadd.s64 %d2, %d1, %d0;\nadd.s64 %d2, %d2, "
                 "%d0;\nst.global.v2.u32 [%d2], {%r2, %r3};\n",
             2, variables));
  device.options.seed = seed;
  const auto threads = static_cast<u32>(values.size());
  const auto out = device.upload(std::vector<u32>(2 * threads, 0));
  device.run("k", {1}, {threads}, {device.upload(values), out});
  check(device.findings.count() == 0, "a finding in: " + body);
  return device.download<u32>(out, 2 * threads);
}

std::vector<u32> by_lane(u32 (*value)(u32)) {
  std::vector<u32> values(lanes);
  for (u32 lane = 0; lane < lanes; ++lane) values[lane] = value(lane);
  return values;
}

// All lanes, then those of an odd number alone, which the mask names.
const std::string odd_only = "and.b32 %r4, %r0, 1;\nsetp.eq.s32 %p7, %r4, 0;\n@%p7 bra SKIP;\n";
constexpr u32 odd_lanes = 0xaaaaaaaa;

void votes() {
  const std::vector<u32> kinds[] = {by_lane([](u32) { return 1u; }),
                                    by_lane([](u32) { return 0u; }),
                                    by_lane([](u32 lane) { return 0xa5c3f00f >> lane & 1; })};
  for (const auto& values : kinds)
    for (const bool odd : {false, true}) {
      const u32 members = odd ? odd_lanes : ~u32{0};
      const std::string mask = std::to_string(static_cast<s32>(members));
      u32 yes = 0;
      for (u32 lane = 0; lane < lanes; ++lane) yes |= values[lane] << lane;
      yes &= members;
      const auto got = two_words(
          (odd ? odd_only : "") + "setp.ne.s32 %p0, %r1, 0;\nvote.sync.ballot.b32 %r2, %p0, " +
              mask + ";\nvote.sync.all.pred %p1, %p0, " + mask +
              ";\nvote.sync.any.pred %p2, %p0, " + mask + ";\nvote.sync.uni.pred %p3, %p0, " +
              mask +
              ";\nselp.b32 %r5, 1, 0, %p1;\nselp.b32 %r6, 2, 0, %p2;\nselp.b32 %r7, 4, 0, "
              "%p3;\nadd.s32 %r3, %r5, %r6;\nadd.s32 %r3, %r3, %r7;\nSKIP:\n",
          values);
      const u32 told = (yes == members ? 1 : 0) + (yes ? 2 : 0) + (yes == members || !yes ? 4 : 0);
      for (u32 lane = 0; lane < lanes; ++lane)
        if (members >> lane & 1)
          check(got[2 * lane] == yes && got[2 * lane + 1] == told,
                "vote, lane " + std::to_string(lane));
    }
}

void matches() {
  for (const bool odd : {false, true}) {
    const u32 members = odd ? odd_lanes : ~u32{0};
    const std::string mask = std::to_string(static_cast<s32>(members));
    const auto values = by_lane([](u32 lane) { return lane % 5 * 1000; });
    const auto got = two_words((odd ? odd_only : "") + "match.any.sync.b32 %r2, %r1, " + mask +
                                   ";\nmatch.all.sync.b32 %r3|%p0, %r1, " + mask +
                                   ";\nselp.b32 %r5, 1, 0, %p0;\nadd.s32 %r3, %r3, %r5;\nSKIP:\n",
                               values);
    for (u32 lane = 0; lane < lanes; ++lane) {
      u32 same = 0;
      for (u32 other = 0; other < lanes; ++other)
        if (values[other] == values[lane]) same |= 1u << other;
      if (members >> lane & 1)
        check(got[2 * lane] == (same & members) && got[2 * lane + 1] == 0,
              "match.any, lane " + std::to_string(lane));
    }
  }
  const auto got = two_words("match.all.sync.b32 %r2|%p0, %r1, -1;\nselp.b32 %r3, 1, 0, %p0;\n",
                             std::vector<u32>(lanes, 7));
  check(got[0] == ~u32{0} && got[1] == 1 && got[63] == 1, "match.all of equal values");
}

void reductions_of_a_warp() {
  const auto values = by_lane([](u32 lane) { return (lane * 2654435761u) ^ 0x80000000u; });
  const struct {
    const char* name;
    u32 (*combine)(u32, u32);
  } kinds[] = {{"add.u32", [](u32 a, u32 b) { return a + b; }},
               {"add.s32", [](u32 a, u32 b) { return a + b; }},
               {"min.u32", [](u32 a, u32 b) { return a < b ? a : b; }},
               {"max.u32", [](u32 a, u32 b) { return a > b ? a : b; }},
               {"min.s32", [](u32 a, u32 b) { return s32(a) < s32(b) ? a : b; }},
               {"max.s32", [](u32 a, u32 b) { return s32(a) > s32(b) ? a : b; }},
               {"and.b32", [](u32 a, u32 b) { return a & b; }},
               {"or.b32", [](u32 a, u32 b) { return a | b; }},
               {"xor.b32", [](u32 a, u32 b) { return a ^ b; }}};
  for (const auto& kind : kinds)
    for (const bool odd : {false, true}) {
      const u32 members = odd ? odd_lanes : ~u32{0};
      const auto got = two_words((odd ? odd_only : "") + "redux.sync." + kind.name + " %r2, %r1, " +
                                     std::to_string(static_cast<s32>(members)) + ";\nSKIP:\n",
                                 values);
      u32 wanted = values[odd];
      for (u32 lane = odd + 1u; lane < lanes; ++lane)
        if (members >> lane & 1) wanted = kind.combine(wanted, values[lane]);
      for (u32 lane = 0; lane < lanes; ++lane)
        if (members >> lane & 1)
          check(got[2 * lane] == wanted, std::string("redux.sync.") + kind.name);
    }
}

// The lanes that are here: those of one side of a branch, whichever goes first.
void active_lanes() {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const auto got = two_words(
        "activemask.b32 %r2;\nsetp.lt.u32 %p0, %r0, 11;\n@%p0 bra FEW;\nactivemask.b32 "
        "%r3;\nbra END;\nFEW:\nactivemask.b32 %r3;\nEND:\n",
        std::vector<u32>(lanes, 0), seed);
    for (u32 lane = 0; lane < lanes; ++lane)
      check(got[2 * lane] == ~u32{0} && got[2 * lane + 1] == (lane < 11 ? 0x7ffu : ~0x7ffu),
            "activemask, lane " + std::to_string(lane) + ", seed " + std::to_string(seed));
  }
}

// Barriers that count and combine: 70 threads, of which every third says yes.
void votes_of_a_block() {
  std::vector<u32> values(70);
  for (u32 i = 0; i < values.size(); ++i) values[i] = i % 3 == 0;
  const auto got = two_words(
      "setp.ne.s32 %p0, %r1, 0;\nbarrier.red.popc.u32 %r2, 0, %p0;\nbarrier.red.and.pred %p1, 0, "
      "%p0;\nbarrier.red.or.pred %p2, 0, %p0;\nselp.b32 %r3, 1, 0, %p1;\nselp.b32 %r5, 2, 0, "
      "%p2;\nadd.s32 %r3, %r3, %r5;\n",
      values);
  for (u32 i = 0; i < values.size(); ++i)
    check(got[2 * i] == 24 && got[2 * i + 1] == 2, "bar.red, thread " + std::to_string(i));
}

// Each lane calls what its pointer says.
void indirect_calls() {
  const std::string functions =
      ".func (.param .b32 out) twice (.param .b32 in)\n{\n.reg .b32 %a;\nld.param.b32 %a, "
      "[in];\nadd.s32 %a, %a, %a;\nst.param.b32 [out], %a;\nret;\n}\n"
      ".func (.param .b32 out) more (.param .b32 in)\n{\n.reg .b32 %a;\nld.param.b32 %a, "
      "[in];\nadd.s32 %a, %a, 1000;\nst.param.b32 [out], %a;\nret;\n}\n";
  const auto got = two_words(
      "mov.u64 %d3, twice;\nmov.u64 %d4, more;\nsetp.lt.u32 %p0, %r0, 9;\nselp.b64 %d5, %d3, %d4, "
      "%p0;\n{\n.param .b32 in0;\nst.param.b32 [in0+0], %r1;\n.param .b32 out0;\n"
      "kind : .callprototype (.param .b32 _) _ (.param .b32 _);\ncall (out0), %d5, (in0), "
      "kind;\nld.param.b32 %r2, [out0+0];\n}\n",
      by_lane([](u32 lane) { return lane; }), 0, functions);
  for (u32 lane = 0; lane < lanes; ++lane)
    check(got[2 * lane] == (lane < 9 ? 2 * lane : lane + 1000), "an indirect call");
}

// Lane 0 waits for what lane 31 of its warp writes.
void waits_for_another_of_its_warp() {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Device device(kernel(
        "mov.u32 %r0, %tid.x;\nld.param.u64 %d1, [p0];\nsetp.eq.s32 %p0, %r0, 31;\n@%p0 bra "
        "WRITE;\nsetp.ne.s32 %p1, %r0, 0;\n@%p1 bra END;\nWAIT:\nld.acquire.cta.global.u32 %r1, "
        "[%d1];\nsetp.eq.s32 %p2, %r1, 0;\n@%p2 bra WAIT;\nst.global.u32 [%d1+4], %r1;\nbra "
        "END;\nWRITE:\nst.release.cta.global.u32 [%d1], 5;\nEND:\n",
        1));
    device.options.seed = seed;
    const auto out = device.upload(std::vector<u32>(2, 0));
    device.run("k", {1}, {lanes}, {out});
    check(device.findings.count() == 0 && device.download<u32>(out, 2)[1] == 5,
          "a lane waits for another, seed " + std::to_string(seed));
  }
}

u64 issued(const Device& device) {
  u64 sum = 0;
  for (const auto& function : device.counts.functions)
    for (const InstCount& count : function.second) sum += count.issued;
  return sum;
}

// Each block waits until the one before has stored its flag.  One lane does so, the others of its
// warp wait at a barrier, and what it saw it stores, as in LLVM's reductions over teams.  Those
// that spin cost little.
void blocks_that_spin() {
  constexpr u32 blocks = 64;
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const char* const look = seed < 12 ? "ld.acquire.gpu.global.u32 %r2, [%d1];\n"
                                       : "atom.acquire.gpu.global.or.b32 %r2, [%d1], 0;\n";
    Device device(
        kernel("mov.u32 %r0, %ctaid.x;\nmul.wide.u32 %d0, %r0, 4;\nld.param.u64 %d1, [p0];\n"
               "add.s64 %d1, %d1, %d0;\nmov.u32 %r1, %tid.x;\nsetp.ne.s32 %p0, %r1, 0;\n"
               "@%p0 bra MEET;\nWAIT:\n" +
                   std::string(look) +
                   "st.shared.u32 [seen], %r2;\n"
                   "setp.eq.s32 %p1, %r2, 0;\n@%p1 bra WAIT;\nMEET:\nbar.sync 0;\nsetp.ne.s32 %p2, "
                   "%r1, 40;\n@%p2 bra END;\n"
                   "add.s32 %r3, %r0, 2;\nst.release.gpu.global.u32 [%d1+4], %r3;\nEND:\n",
               1, ".shared .align 4 .u32 seen;"));
    device.options.seed = seed;
    std::vector<u32> flags(blocks + 1, 0), wanted(blocks + 1);
    flags[0] = 1;
    for (u32 i = 0; i <= blocks; ++i) wanted[i] = i + 1;
    const auto at = device.upload(flags);
    device.run("k", {blocks}, {64}, {at});
    check(device.findings.count() == 0 && device.download<u32>(at, blocks + 1) == wanted,
          "blocks wait for those before, seed " + std::to_string(seed));
    check(issued(device) < 100000, "blocks that spin issue " + std::to_string(issued(device)) +
                                       " instructions, seed " + std::to_string(seed));
  }
}

// What is left of a loop's progress may be in memory alone: registers are the same each time.
void loops_that_look_the_same() {
  const std::string count =
      "WAIT:\nld.SPACE.u32 %r1, [ADDRESS];\nadd.s32 %r1, %r1, 1;\n"
      "st.SPACE.u32 [ADDRESS], %r1;\nsetp.lt.u32 %p0, %r1, 1000;\n"
      "mov.u32 %r1, 0;\n@%p0 bra WAIT;\n";
  const std::pair<const char*, const char*> kinds[] = {
      {"local", "mine"}, {"shared", "ours"}, {"global", "%d1+4"}};
  for (const auto& [space, address] : kinds) {
    std::string body =
        "ld.param.u64 %d1, [p0];\nst.local.u32 [mine], 0;\nst.shared.u32 [ours], "
        "0;\n" +
        count + "st.global.u32 [%d1], 7;\n";
    for (const auto& [from, to] :
         {std::pair<std::string, std::string>{"SPACE", space}, {"ADDRESS", address}})
      for (std::size_t at = body.find(from); at != std::string::npos; at = body.find(from))
        body.replace(at, from.size(), to);
    Device device(kernel(".local .u32 mine;\n.shared .u32 ours;\n" + body, 1));
    const auto out = device.upload(std::vector<u32>(2, 0));
    device.run("k", {1}, {1}, {out});
    check(device.findings.count() == 0 && device.download<u32>(out, 1)[0] == 7,
          std::string("a loop that counts in memory, ") + space);
  }
}

// A launch that makes no progress says who waits, and where, as soon as nothing can help it.
void who_waits() {
  for (const char* local : {"", "st.local.u32 [mine], %r1;\n"}) {
    Device device(kernel(
        ".local .u32 mine;\nmov.u32 %r0, %tid.x;\nld.param.u64 %d1, [p0];\nsetp.ge.u32 "
        "%p0, %r0, 32;\n@%p0 bra OTHER;\nWAIT:\nld.relaxed.gpu.global.u32 %r1, [%d1];\n" +
            std::string(local) + "setp.eq.s32 %p1, %r1, 0;\n@%p1 bra WAIT;\nOTHER:\nbar.sync 0;\n",
        1));
    device.run("k", {1}, {64}, {device.upload(std::vector<u32>(1, 0))});
    const std::string text =
        device.findings.list().empty() ? "nothing" : device.findings.list()[0].text;
    for (const char* part : {"kernel k: no progress", "warp 0 (32 lanes) runs at PTX line",
                             "warp 1 (32 lanes) waits at PTX line"})
      check(text.find(part) != std::string::npos, text);
    check(issued(device) < 1000, "an endless wait is found late");
  }
}

// A host that shares memory may help: it raises the flag after a while.
void waits_for_the_host() {
  std::atomic<u32> flags[2] = {};
  Device device(
      kernel("ld.param.u64 %d1, [p0];\nst.relaxed.sys.global.u32 [%d1+4], 1;\nWAIT:\n"
             "ld.relaxed.sys.global.u32 %r1, [%d1];\nsetp.eq.s32 %p1, %r1, 0;\n@%p1 bra WAIT;\n",
             1));
  device.share(flags, sizeof flags);
  std::thread host([&flags] {
    while (flags[1] == 0) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    flags[0] = 1;
  });
  device.run("k", {2}, {32}, {reinterpret_cast<u64>(flags)});
  flags[1] = 1;
  host.join();
  check(device.findings.count() == 0, "a wait for the host");
}

// Nothing is the same as before: the clock.  Only the limit ends it.
void waits_by_the_clock() {
  Device device(
      kernel("ld.param.u64 %d1, [p0];\nWAIT:\nmov.u64 %d2, %clock64;\nld.relaxed.gpu.global.u32 "
             "%r1, [%d1];\nsetp.eq.s32 %p1, %r1, 0;\n@%p1 bra WAIT;\n",
             1));
  device.options.stall_limit = 200000;
  device.run("k", {1}, {32}, {device.upload(std::vector<u32>(1, 0))});
  check(device.findings.count() == 1 && issued(device) > 200000, "a wait by the clock");
}

// Long, and all of it in registers: nothing that others do could end it.
void computes_long() {
  Device device(
      kernel("ld.param.u64 %d1, [p0];\nmov.u32 %r1, 0;\nMORE:\nadd.u32 %r1, %r1, 1;\n"
             "setp.lt.u32 %p1, %r1, 200000;\n@%p1 bra MORE;\nst.global.u32 [%d1], %r1;\n",
             1));
  device.options.stall_limit = 200000;
  const auto out = device.upload(std::vector<u32>(1, 0));
  device.run("k", {1}, {1}, {out});
  check(device.findings.count() == 0 && device.download<u32>(out, 1)[0] == 200000,
        "a long computation is no wait");
}

}  // namespace

int main() {
  shuffles();
  waits_for_lanes();
  arrival_does_not_wait();
  counters_that_wrap();
  beyond_dynamic_memory();
  votes();
  matches();
  reductions_of_a_warp();
  active_lanes();
  votes_of_a_block();
  indirect_calls();
  waits_for_another_of_its_warp();
  blocks_that_spin();
  loops_that_look_the_same();
  who_waits();
  waits_for_the_host();
  waits_by_the_clock();
  computes_long();
  return result();
}
