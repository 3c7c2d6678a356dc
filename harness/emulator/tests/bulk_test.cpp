// Bulk copies of one thread between global and shared memory: what they copy and count, worked out
// by hand, and faults in their order, each beside the same program without it.
#include <numeric>

#include "device.hpp"

using namespace emu;
using namespace emu::test;

namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr u32 words = 128;  // of a tile
constexpr const char* variables =
    ".shared .align 128 .b8 tile[512];\n.shared .align 8 .b64 full;\n";

// %r0 thread, %r1 tile, %r2 barrier, %r4 its word of the tile, %d1 from, %d5 its word of the
// result, %p0 all but the first thread.
const std::string begin =
    "mov.u32 %r0, %tid.x;\nld.param.u64 %d1, [p0];\nld.param.u64 %d2, [p1];\nmov.u32 %r1, tile;\n"
    "mov.u32 %r2, full;\nsetp.ne.s32 %p0, %r0, 0;\nshl.b32 %r3, %r0, 2;\nadd.s32 %r4, %r1, %r3;\n"
    "mul.wide.u32 %d4, %r0, 4;\nadd.s64 %d5, %d2, %d4;\n";
const std::string make_barrier =
    "@%p0 bra MADE;\nmbarrier.init.shared::cta.b64 [%r2], 1;\nMADE:\nbar.sync 0;\n";
const std::string copy_in =
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%d1], 512, [%r2];\n";
const std::string copy_out = "cp.async.bulk.global.shared::cta.bulk_group [%d2], [%r1], 512;\n";
const std::string expect = "mbarrier.arrive.expect_tx.shared::cta.b64 %d3, [%r2], 512;\n";
const std::string commit = "cp.async.bulk.commit_group;\n";
const std::string read_wait = "cp.async.bulk.wait_group.read 0;\n";
const std::string wait_all = "cp.async.bulk.wait_group 0;\n";
const std::string meet = "bar.sync 0;\n";
const std::string show =
    "ld.shared.u32 %r5, [%r4];\nsub.s32 %r5, %r5, 99;\nst.global.u32 [%d5], %r5;\n";

std::string first_thread(const std::string& does, const std::string& label) {
  return "@%p0 bra " + label + ";\n" + does + label + ":\n";
}
std::string wait(const std::string& phase, const std::string& label) {
  return label + ":\nmbarrier.try_wait.parity.shared::cta.b64 %p1, [%r2], " + phase +
         ";\n@!%p1 bra " + label + ";\n";
}
std::string with(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

struct Run {
  std::vector<u32> result;
  Findings findings;
  InstCount copies;  // of all bulk copies
};

Run run(const std::string& body, u64 seed = 0, u64 offset = 0) {
  Device device(kernel(body, 2, variables));
  device.options.seed = seed;
  std::vector<u32> from(words + offset / 4);
  std::iota(from.begin(), from.end(), 100);
  const u64 to = device.upload(std::vector<u32>(words, 1));
  device.run("k", {1}, {words}, {device.upload(from) + offset, to});
  Run ran{device.download<u32>(to, words), device.findings, {}};
  const KernelTotals told = totals(device.counts);
  const auto found = told.memory.find("copy_async");
  if (found != told.memory.end()) ran.copies = found->second;
  return ran;
}

bool holds_from(const std::vector<u32>& result, u32 first) {
  for (u32 i = 0; i < words; ++i)
    if (result[i] != first + i) return false;
  return true;
}

const std::string load =
    begin + make_barrier + first_thread(copy_in + expect, "ASKED") + wait("0", "WAIT") + show;
const std::string stores = begin + "st.shared.u32 [%r4], %r0;\n" + meet +
                           first_thread(copy_out + commit + read_wait, "DONE") + meet +
                           "st.shared.u32 [%r4], 7;\n";

// 512 bytes are 16 sectors, 17 where they begin amid one, and 4 wavefronts of 128 bytes.
void copies_and_counts() {
  for (u64 seed = 0; seed < 6; ++seed) {
    const std::string name = ", seed " + std::to_string(seed);
    const Run in = run(load, seed);
    check(in.findings.count() == 0 && holds_from(in.result, 1), "a copy to shared memory" + name);
    check(in.copies.requests == 1 && in.copies.sectors == 16 && in.copies.least_sectors == 16 &&
              in.copies.wavefronts == 4,
          "its counts" + name);
    const Run amid = run(load, seed, 16);
    check(amid.findings.count() == 0 && holds_from(amid.result, 5) && amid.copies.requests == 1 &&
              amid.copies.sectors == 17,
          "one that begins amid a sector" + name);
    const Run out = run(stores, seed);
    check(out.findings.count() == 0 && holds_from(out.result, 0), "a copy back" + name);
    check(out.copies.requests == 1 && out.copies.sectors == 16 && out.copies.wavefronts == 4,
          "its counts" + name);
  }
}

// The next tile comes to the same place in the next phase, once all have read the one before.
void phases() {
  const std::string second = first_thread(copy_in + expect, "AGAIN") + wait("1", "NEXT") + show;
  const Run good = run(load + meet + second);
  check(good.findings.count() == 0 && holds_from(good.result, 1) && good.copies.requests == 2,
        "two phases");
  const Run early = run(load + second);
  check(early.findings.count() > 0 && early.findings.list()[0].fault == Fault::race,
        "a copy over what others still read");
}

// Values that nobody defined are copied, not used.
void padding() {
  const std::string half =
      "setp.ge.s32 %p2, %r0, 64;\n@%p2 bra LEFT;\nst.shared.u32 [%r4], %r0;\nLEFT:\n";
  const std::string rest = meet + first_thread(copy_out + commit + wait_all, "DONE");
  check(run(begin + half + rest).findings.count() == 0, "padding is copied");
  const std::string use = meet +
                          "ld.global.u32 %r6, [%d5];\nadd.s32 %r6, %r6, 1;\n"
                          "st.global.u32 [%d5], %r6;\n";
  const Run used = run(begin + half + rest + use);
  check(used.findings.count() > 0 && used.findings.list()[0].fault == Fault::uninitialised,
        "and found where it is used");
}

struct Faulty {
  const char* name;
  std::string body;
  Fault fault;
};

void faults() {
  const std::string tail = meet + "st.shared.u32 [%r4], 7;\n";
  const std::string sees = begin + "st.shared.u32 [%r4], %r0;\n" + meet +
                           first_thread(copy_out + commit + wait_all +
                                            "ld.global.u32 %r6, [%d2+64];\nadd.s32 %r6, %r6, 1;\n"
                                            "st.shared.u32 [%r1], %r6;\n",
                                        "DONE");
  check(run(sees).findings.count() == 0, "the copying thread sees what it copied");
  const Faulty all[] = {
      {"a tile that is read before the barrier is waited for", with(load, wait("0", "WAIT"), meet),
       Fault::uninitialised},
      {"and without any order", with(load, wait("0", "WAIT"), ""), Fault::race},
      {"fewer bytes expected than copied", with(load, "[%r2], 512;", "[%r2], 496;"),
       Fault::endless_wait},
      {"more bytes expected than copied", with(load, "[%r2], 512;", "[%r2], 528;"),
       Fault::endless_wait},
      {"an address that is no multiple of 16", with(load, "[%d1], 512", "[%d1+4], 496"),
       Fault::misaligned},
      {"a size that is none", with(load, "[%d1], 512", "[%d1], 508"), Fault::misaligned},
      {"bytes behind the source", with(load, "[%d1], 512", "[%d1+16], 512"), Fault::out_of_bounds},
      {"bytes behind the target", with(load, "[%r1], [%d1], 512", "[%r1+16], [%d1], 512"),
       Fault::out_of_bounds},
      {"a copy of what others still write", with(stores, meet, ""), Fault::race},
      {"a source that changes before it was read", with(stores, read_wait, ""), Fault::race},
      {"a group that was not committed", with(stores, commit, ""), Fault::race},
      {"a target that is read once the source was", with(sees, wait_all, read_wait),
       Fault::uninitialised},
      {"two groups, of which the newest may still be under way",
       with(stores, commit + read_wait, commit + copy_out + commit + with(read_wait, "0", "1")),
       Fault::race}};
  for (const Faulty& one : all)
    for (u64 seed = 0; seed < 4; ++seed) {
      const Run ran = run(one.body, seed);
      bool found = false;
      for (const Finding& finding : ran.findings.list()) found |= finding.fault == one.fault;
      check(found, one.name + std::string(", seed ") + std::to_string(seed));
    }
}

// Threads of two warps meet at a barrier in shared memory; lanes of one warp are among them.
void neighbours_in_a_warp() {
  const std::string text = begin + with(make_barrier, ", 1;", ", 128;") +
                           "st.shared.u32 [%r4], %r0;\n"
                           "mbarrier.arrive.shared::cta.b64 %d3, [%r2];\n" +
                           wait("0", "WAIT") + "xor.b32 %r3, %r3, 4;\nadd.s32 %r4, %r1, %r3;\n" +
                           show;
  for (u64 seed = 0; seed < 4; ++seed) {
    check(run(text, seed).findings.count() == 0, "lanes of a warp that met at a barrier of many");
    const Run early = run(with(text, wait("0", "WAIT"), ""), seed);
    check(early.findings.count() > 0 && early.findings.list()[0].fault == Fault::race,
          "lanes that did not wait there");
  }
}

}  // namespace

int main() {
  copies_and_counts();
  phases();
  padding();
  faults();
  neighbours_in_a_warp();
  return result();
}
