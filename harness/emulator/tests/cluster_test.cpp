// Blocks of a cluster: their ranks, the shared memory of one another, their barrier; and faults in
// their order, each beside the same program without it.
#include "device.hpp"

using namespace emu;
using namespace emu::test;

namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr u32 threads = 64;
constexpr const char* variables = ".shared .align 16 .b8 room[256];\n.shared .align 8 .b64 full;\n";

// %r0 thread, %r1 rank, %r2 blocks of the cluster, %r4 its word of the room, %r5 the same word of
// the next rank, %d2 its word of the result.
const std::string begin =
    "mov.u32 %r0, %tid.x;\nmov.u32 %r1, %cluster_ctarank;\nmov.u32 %r2, %cluster_nctarank;\n"
    "mov.u32 %r3, room;\nshl.b32 %r4, %r0, 2;\nadd.s32 %r4, %r3, %r4;\nadd.s32 %r6, %r1, 1;\n"
    "rem.u32 %r6, %r6, %r2;\nmapa.shared::cluster.u32 %r5, %r4, %r6;\nmov.u32 %r7, %ctaid.x;\n"
    "mov.u32 %r8, %ntid.x;\nmad.lo.s32 %r9, %r7, %r8, %r0;\nmul.wide.u32 %d0, %r9, 4;\n"
    "ld.param.u64 %d1, [p0];\nadd.s64 %d2, %d1, %d0;\n";
const std::string meet =
    "barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;\n";
const std::string fill = "mad.lo.s32 %r10, %r1, 1000, %r0;\nst.shared.u32 [%r4], %r10;\n";
const std::string read = "ld.shared::cluster.u32 %r11, [%r5];\nst.global.u32 [%d2], %r11;\n";
const std::string ring = begin + fill + meet + read + meet;

std::string with(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}
std::string without_last(std::string text, const std::string& what) {
  return text.erase(text.rfind(what), what.size());
}

struct Run {
  std::vector<u32> result;
  Findings findings;
};

Run run(const std::string& body, Extent grid, Extent cluster, u64 seed) {
  Device device(kernel(body, 2, variables));
  device.options.seed = seed;
  device.options.stall_limit = 2000000;
  device.cluster = cluster;
  const std::size_t words = grid.size() * threads;
  const u64 to = device.upload(std::vector<u32>(words, 0));
  const u64 from = device.upload(std::vector<u32>(threads, 7));
  device.run("k", grid, {threads}, {to, from});
  return {device.download<u32>(to, words), device.findings};
}

// Each block reads what the next of its cluster wrote.
void neighbours() {
  for (const u32 size : {1u, 2u, 4u, 8u})
    for (u64 seed = 0; seed < 6; ++seed) {
      const Run ran = run(ring, {16}, {size}, seed);
      bool good = ran.findings.count() == 0;
      for (u32 block = 0; block < 16; ++block)
        for (u32 i = 0; i < threads; ++i)
          good &= ran.result[block * threads + i] == (block % size + 1) % size * 1000 + i;
      check(good, "a ring of " + std::to_string(size) + ", seed " + std::to_string(seed));
    }
}

// Ranks and places in clusters of three dimensions: x goes first, as threads do.
void places() {
  const std::string text =
      "mov.u32 %r0, %tid.x;\nsetp.ne.s32 %p0, %r0, 0;\n@%p0 bra END;\nmov.u32 %r1, "
      "%cluster_ctarank;\nmov.u32 %r2, %cluster_ctaid.x;\nmov.u32 %r3, %cluster_ctaid.y;\n"
      "mov.u32 %r4, %cluster_ctaid.z;\nmov.u32 %r5, %clusterid.x;\nmov.u32 %r6, %clusterid.y;\n"
      "mov.u32 %r7, %nclusterid.x;\nmov.u32 %r8, %cluster_nctaid.y;\nmov.u32 %r9, %ctaid.x;\n"
      "mov.u32 %r10, %ctaid.y;\nmov.u32 %r11, %ctaid.z;\nmad.lo.s32 %r12, %r11, 4, %r10;\n"
      "mad.lo.s32 %r12, %r12, 4, %r9;\nmul.wide.u32 %d0, %r12, 256;\nld.param.u64 %d1, [p0];\n"
      "add.s64 %d1, %d1, %d0;\nst.global.v4.u32 [%d1], {%r1, %r2, %r3, %r4};\n"
      "st.global.v4.u32 [%d1+16], {%r5, %r6, %r7, %r8};\nEND:\n";
  const Run ran = run(text, {4, 4, 2}, {2, 2, 2}, 1);
  bool good = ran.findings.count() == 0;
  for (u32 z = 0; z < 2; ++z)
    for (u32 y = 0; y < 4; ++y)
      for (u32 x = 0; x < 4; ++x) {
        const u32* const told = &ran.result[((z * 4 + y) * 4 + x) * threads];
        const u32 wanted[] = {z % 2 * 4 + y % 2 * 2 + x % 2, x % 2, y % 2, z, x / 2, y / 2, 2, 2};
        for (u32 i = 0; i < 8; ++i) good &= told[i] == wanted[i];
      }
  check(good, "ranks and places in a cluster");
}

// Blocks add to a counter of the first; generic addresses, and the rank that one names.
void counters() {
  const std::string text =
      begin + "st.shared.u32 [%r4], 0;\n" + meet +
      "cvt.u64.u32 %d3, %r3;\ncvta.shared.u64 %d4, %d3;\nmov.u32 %r12, 0;\n"
      "mapa.u64 %d5, %d4, %r12;\ngetctarank.u64 %r13, %d5;\nadd.s32 %r13, %r13, 1;\n"
      "atom.add.u32 %r14, [%d5], %r13;\n" +
      meet + "ld.shared.u32 %r15, [room];\nst.global.u32 [%d2], %r15;\n";
  for (u64 seed = 0; seed < 6; ++seed) {
    const Run ran = run(text, {8}, {4}, seed);
    bool good = ran.findings.count() == 0;
    for (u32 block = 0; block < 8; ++block)
      good &= ran.result[block * threads] == (block % 4 ? 0 : 4 * threads);
    check(good, "a counter of the first block, seed " + std::to_string(seed));
  }
}

// The first thread of each block arrives at the barrier in shared memory of the next, and copies
// its room there in bulk.
const std::string hand_on =
    begin + fill +
    "mov.u32 %r12, full;\nsetp.ne.s32 %p0, %r0, 0;\n@%p0 bra MADE;\n"
    "mbarrier.init.shared::cta.b64 [%r12], 1;\nmbarrier.arrive.expect_tx.shared::cta.b64 %d3, "
    "[%r12], 256;\nMADE:\n" +
    meet +
    "@%p0 bra SENT;\nmapa.shared::cluster.u32 %r13, %r3, %r6;\n"
    "mapa.shared::cluster.u32 %r14, %r12, %r6;\n"
    "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r13+256], [%r3], "
    "256, "
    "[%r14];\nSENT:\nWAIT:\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p1, [%r12], "
    "0;\n@!%p1 bra WAIT;\nld.shared.u32 %r15, [%r4+256];\nadd.s32 %r15, %r15, 1;\n"
    "st.global.u32 [%d2], %r15;\n" +
    meet;

void copies() {
  for (u64 seed = 0; seed < 4; ++seed) {
    Device device(
        kernel(hand_on, 2, ".shared .align 16 .b8 room[512];\n.shared .align 8 .b64 full;\n"));
    device.options.seed = seed;
    device.cluster = {4};
    const u64 to = device.upload(std::vector<u32>(8 * threads, 0));
    device.run("k", {8}, {threads}, {to, to});
    const auto result = device.download<u32>(to, 8 * threads);
    bool good = device.findings.count() == 0;
    for (u32 block = 0; block < 8; ++block)
      for (u32 i = 0; i < threads; ++i)
        good &= result[block * threads + i] == (block + 3) % 4 * 1000 + i + 1;
    check(good, "copies to the next block, seed " + std::to_string(seed));
  }
}

struct Faulty {
  const char* name;
  std::string body;
  Fault fault;
};

void faults() {
  const std::string far = with(ring, "%r4, %r6;", "%r4, 5;");
  const Faulty all[] = {
      {"what another block writes is read before they met", with(ring, fill + meet, fill),
       Fault::race},
      {"who arrives without release hands on nothing", with(ring, ".release", ".relaxed"),
       Fault::race},
      {"a block that ends while another reads it",
       with(without_last(ring, meet), meet + read,
            meet +
                "setp.ne.s32 %p1, %r1, 0;\n@%p1 bra END;\nld.param.u64 %d5, [p1];\n"
                "mov.u32 %r16, 0;\nWORK:\nld.volatile.global.u32 %r17, [%d5];\n"
                "add.s32 %r16, %r16, 1;\nsetp.lt.s32 %p2, %r16, 100000;\n@%p2 bra WORK;\n" +
                read + "END:\n"),
       Fault::use_after_free},
      {"a rank beyond the cluster", far, Fault::out_of_bounds},
      {"an address of another block in .shared::cta",
       with(ring, "ld.shared::cluster", "ld.shared::cta"), Fault::wrong_space},
      {"a block that never arrives",
       with(ring, meet,
            "setp.eq.s32 %p1, %r1, 1;\n@%p1 bra HANG;\n" + meet +
                "bra MET;\nHANG:\nWAIT:\n"
                "ld.volatile.shared.u32 %r17, [%r4];\nsetp.ne.s32 %p2, %r17, 1;\n@%p2 bra WAIT;\n"
                "MET:\n"),
       Fault::endless_wait},
      {"a wait without an arrival",
       with(ring, meet, meet + "barrier.cluster.wait.acquire.aligned;\n"), Fault::barrier_count},
      {"two arrivals without a wait",
       with(ring, meet, "barrier.cluster.arrive.release.aligned;\n" + meet), Fault::barrier_count}};
  for (const Faulty& one : all)
    for (u64 seed = 0; seed < 4; ++seed) {
      const Run ran = run(one.body, {8}, {4}, seed);
      bool found = false;
      for (const Finding& finding : ran.findings.list()) found |= finding.fault == one.fault;
      check(found, one.name + std::string(", seed ") + std::to_string(seed) + ": " +
                       (ran.findings.list().empty() ? "" : ran.findings.list()[0].text));
    }
}

}  // namespace

int main() {
  neighbours();
  places();
  counters();
  copies();
  faults();
  return result();
}
