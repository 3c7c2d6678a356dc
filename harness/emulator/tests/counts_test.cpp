// Counts worked out by hand.
#include "device.hpp"
#include "gpu/gpus.hpp"

using namespace emu;
using namespace emu::test;

namespace {

void equal(const char* what, std::uint64_t got, std::uint64_t wanted) {
  check(got == wanted,
        std::string(what) + ": " + std::to_string(got) + ", not " + std::to_string(wanted));
}

KernelTotals run(const std::string& body, Extent grid, Extent block,
                 const std::string& variables = "") {
  Device device(kernel(body, 1, variables));
  device.run("k", grid, block, {device.upload(std::vector<float>(1 << 16, 1.0f))});
  check(device.findings.count() == 0, "a finding");
  return totals(device.counts);
}

// Two warps, each 32 lanes of 4 bytes in a row: one request of 4 sectors.
void coalesced() {
  const auto t =
      run("mov.u32 %r0, %tid.x;\nmul.wide.u32 %d0, %r0, 4;\nld.param.u64 %d1, [p0];\nadd.s64 %d2, "
          "%d1, %d0;\nld.global.f32 %f0, [%d2];\n",
          {1}, {64});
  equal("coalesced requests", t.memory.at("load_global").requests, 2);
  equal("coalesced sectors", t.memory.at("load_global").sectors, 8);
  equal("least sectors", t.memory.at("load_global").least_sectors, 8);
  equal("issued", t.all.issued, 2 * 6);
  equal("executed", t.all.executed, 64 * 6);
  equal("integer by lanes", t.lanes.at("integer"), 64 * 2);
}

// A stride of 32 floats: each lane has a sector of its own, of which it needs an eighth.
void strided() {
  const auto t =
      run("mov.u32 %r0, %tid.x;\nmul.wide.u32 %d0, %r0, 128;\nld.param.u64 %d1, [p0];\nadd.s64 "
          "%d2, %d1, %d0;\nld.global.f32 %f0, [%d2];\n",
          {3}, {32});
  equal("strided sectors", t.memory.at("load_global").sectors, 3 * 32);
  equal("strided least", t.memory.at("load_global").least_sectors, 3 * 4);
}

// All lanes read one word: one sector.
void broadcast() {
  const auto t = run("ld.param.u64 %d1, [p0];\nld.global.f32 %f0, [%d1+16];\n", {1}, {32});
  equal("broadcast sectors", t.memory.at("load_global").sectors, 1);
  equal("broadcast least", t.memory.at("load_global").least_sectors, 1);
}

// Words `stride` apart in shared memory: a power of two makes as many wavefronts as lanes meet in a
// bank.
void banks() {
  const std::uint64_t expected[][2] = {{4, 1}, {8, 2}, {128, 32}, {132, 1}};
  for (const auto& [stride, wavefronts] : expected) {
    const auto t =
        run("mov.u32 %r0, %tid.x;\nmul.lo.u32 %r1, %r0, " + std::to_string(stride) +
                ";\nmov.u32 %r2, tile;\nadd.s32 %r1, %r1, %r2;\nst.shared.u32 [%r1], %r0;\n",
            {1}, {32}, ".shared .align 8 .b8 tile[8192];");
    equal("wavefronts", t.memory.at("store_shared").wavefronts, wavefronts);
  }
  // Eight bytes a lane in a row go in two halves.
  const auto t =
      run("mov.u32 %r0, %tid.x;\nshl.b32 %r1, %r0, 3;\nmov.u32 %r2, tile;\nadd.s32 %r1, %r1, "
          "%r2;\nmov.f64 %g0, 0d3FF0000000000000;\nst.shared.f64 [%r1], %g0;\n",
          {1}, {32}, ".shared .align 8 .b8 tile[8192];");
  equal("wavefronts of doubles", t.memory.at("store_shared").wavefronts, 2);
  equal("least of doubles", t.memory.at("store_shared").least_wavefronts, 2);
}

// A branch that parts each warp; both sides are three instructions long, then all meet again.
void divergence() {
  const auto t =
      run("mov.u32 %r0, %tid.x;\nand.b32 %r1, %r0, 1;\nsetp.eq.s32 %p0, %r1, 0;\n@%p0 bra EVEN;\n"
          "add.s32 %r2, %r0, 1;\nadd.s32 %r2, %r2, 2;\nbra END;\nEVEN:\nadd.s32 %r2, %r0, "
          "3;\nadd.s32 %r2, %r2, 4;\nEND:\nadd.s32 %r3, %r2, 5;\n",
          {2}, {32});
  equal("divergent branches", t.all.divergent, 2);
  equal("issued", t.all.issued, 2 * (4 + 3 + 2 + 2));
  equal("active", t.all.active, 2 * (4 * 32 + 3 * 16 + 2 * 16 + 2 * 32));
}

// A loop of ten turns with one fused multiply-add each, and one predicated off for half of the
// lanes.
void loop() {
  const std::string body =
      "mov.u32 %r0, 0;\nmov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 16;\nmov.f64 %g0, "
      "0d3FF0000000000000;\nAGAIN:\n"
      "fma.rn.f64 %g0, %g0, %g0, %g0;\n@%p1 add.f32 %f0, %f0, %f0;\nadd.s32 %r0, %r0, "
      "1;\nsetp.lt.s32 %p0, %r0, 10;\n@%p0 bra AGAIN;\n";
  const auto t = run(body, {1}, {32});
  equal("fused multiply-adds", t.lanes.at("fp64_fma"), 320);
  equal("predicated", t.lanes.at("fp32_add"), 160);
  equal("issued", t.all.issued, 4 + 50 + 1);
  const auto& lines = t.lines.at("k");
  const std::uint32_t first = lines.begin()->first;
  equal("lines", lines.size(), 4 + 5 + 1);
  equal("issues of the line of the addition", lines.at(first + 6).issued, 10);
  equal("lanes that executed it", lines.at(first + 6).executed, 160);
  equal("issues of the first line", lines.at(first).issued, 1);
}

// A launch over so many sectors, through a cache of one set: sixteen lines of four sectors.
void misses() {
  Device device(
      kernel("mov.u32 %r0, %tid.x;\nmul.wide.u32 %d0, %r0, 32;\nld.param.u64 %d1, [p0];\n"
             "add.s64 %d2, %d1, %d0;\nld.param.u64 %d3, [p1];\nsetp.eq.s64 %p0, %d3, 0;\n"
             "setp.eq.s64 %p1, %d3, 1;\n@%p0 ld.global.f32 %f0, [%d2];\n"
             "@%p1 st.global.u32 [%d2], %r0;\n",
             2));
  device.beyond = std::make_unique<Beyond>(16 * 4 * 32);
  const auto array = device.upload(std::vector<float>(1 << 16, 1.0f));
  const auto fetched_by = [&](std::uint64_t from, unsigned threads, std::uint64_t stores) {
    const Misses before = device.counts.misses;
    device.run("k", {1}, {threads}, {array + 32 * from, stores});
    const Misses& after = device.counts.misses;
    return Misses{after.read - before.read, after.written - before.written};
  };
  equal("cold", fetched_by(0, 64, 0).read, 64);
  equal("again", fetched_by(0, 64, 0).read, 0);
  equal("one line more", fetched_by(64, 4, 0).read, 4);
  equal("the oldest line is gone", fetched_by(0, 4, 0).read, 4);
  equal("the next in turn, too", fetched_by(4, 4, 0).read, 4);
  const Misses stored = fetched_by(128, 64, 1);
  equal("a store fetches nothing", stored.read, 0);
  equal("nothing was changed before", stored.written, 0);
  equal("what was stored is there", fetched_by(128, 64, 0).read, 0);
  const Misses evicting = fetched_by(0, 32, 0);
  equal("half of the lines", evicting.read, 32);
  equal("which had been changed", evicting.written, 32);
}

// Threads that load, store, load again or add to a word each, some bytes apart, on a device with a
// cache of 64 sectors.
class Toucher {
 public:
  enum Do : std::uint64_t { load = 1, store = 2, load_later = 4, add = 8 };

  Toucher()
      : device_(kernel(text(), 3)), array_(device_.upload(std::vector<float>(1 << 16, 1.0f))) {
    device_.beyond = std::make_unique<Beyond>(64 * 32);
  }

  KernelTotals told() const { return totals(device_.counts); }

  /// What one launch adds to the sums of the kernel.
  Distinct launch(unsigned threads, std::uint64_t what, std::uint64_t apart = 32,
                  std::uint64_t from = 0) {
    const Distinct before = totals_now();
    device_.run("k", {1}, {threads}, {array_ + from, apart, what});
    check(device_.findings.count() == 0, "a finding");
    const Distinct after = totals_now();
    return {after.read - before.read, after.written - before.written,
            after.compulsory - before.compulsory};
  }

 private:
  static std::string text() {
    std::string body =
        "mov.u32 %r0, %tid.x;\ncvt.u64.u32 %d0, %r0;\nld.param.u64 %d1, [p0];\nld.param.u64 %d2, "
        "[p1];\nld.param.u64 %d3, [p2];\nmad.lo.u64 %d4, %d0, %d2, %d1;\n";
    const char* const actions[] = {"ld.global.u32 %r1, [%d4];\n", "st.global.u32 [%d4], %r0;\n",
                                   "ld.global.u32 %r1, [%d4];\n",
                                   "red.global.add.u32 [%d4], %r0;\n"};
    std::uint64_t bit = 1;
    for (const char* action : actions) {
      body += "and.b64 %d5, %d3, " + std::to_string(bit) + ";\nsetp.ne.s64 %p0, %d5, 0;\n@%p0 " +
              action;
      bit *= 2;
    }
    return body;
  }
  Distinct totals_now() const { return device_.counts.kernel ? told().distinct : Distinct(); }

  Device device_;
  std::uint64_t array_;
};

void sums(const char* what, const Distinct& got, const Distinct& wanted) {
  equal((std::string(what) + ": read").c_str(), got.read, wanted.read);
  equal((std::string(what) + ": written").c_str(), got.written, wanted.written);
  equal((std::string(what) + ": compulsory").c_str(), got.compulsory, wanted.compulsory);
}

// Each sector once a launch, and what is beyond the cache.
void distinct_sectors() {
  using Do = Toucher::Do;
  Toucher toucher;
  sums("read twice", toucher.launch(32, Do::load | Do::load_later), {32, 0, 0});
  sums("again in the next launch", toucher.launch(32, Do::load), {32, 0, 0});
  sums("written, then read", toucher.launch(32, Do::store | Do::load_later), {0, 32, 0});
  sums("read, then written", toucher.launch(32, Do::load | Do::store), {32, 32, 0});
  sums("an atomic operation", toucher.launch(32, Do::add), {32, 32, 0});
  sums("eight lanes in a sector", toucher.launch(20, Do::load, 4), {3, 0, 0});
  sums("all lanes in a sector", toucher.launch(64, Do::load, 0), {1, 0, 0});
  sums("the last word of a sector, the first of the next", toucher.launch(2, Do::load, 4, 28),
       {2, 0, 0});
  sums("a page each", toucher.launch(4, Do::load | Do::load_later, 65536), {4, 0, 0});
  sums("as many as the cache holds", toucher.launch(64, Do::load | Do::store), {64, 64, 0});
  sums("one more", toucher.launch(65, Do::load), {65, 0, 1});
  sums("read and written", toucher.launch(100, Do::load | Do::store), {100, 100, 36 + 36});
  sums("the same once more", toucher.launch(100, Do::load | Do::load_later), {100, 0, 36});
  sums("only written", toucher.launch(96, Do::store), {0, 96, 32});
}

void reported_sectors() {
  Toucher toucher;
  toucher.launch(100, Toucher::Do::load);
  toucher.launch(70, Toucher::Do::store);
  const std::string report = counts_json({toucher.told()}, {}, "h100", {"0a"}, {}, {});
  check(report.find("\"distinct_read\":100,\"distinct_written\":70,\"compulsory\":42,") !=
            std::string::npos,
        "distinct sectors in the report: " + report);
}

// Four lanes copy to shared memory, three of them no bytes at all: those only fill with zeros.
void copies_of_nothing() {
  Device device(
      kernel("mov.u32 %r0, %tid.x;\nmul.wide.u32 %d0, %r0, 32;\nld.param.u64 %d1, [p0];\n"
             "add.s64 %d1, %d1, %d0;\nmul.lo.u32 %r1, %r0, 16;\nmov.u32 %r2, tile;\n"
             "add.s32 %r1, %r1, %r2;\nsetp.eq.s32 %p0, %r0, 2;\nselp.b32 %r3, 8, 0, %p0;\n"
             "cp.async.cg.shared.global [%r1], [%d1], 16, %r3;\ncp.async.wait_all;\n",
             1, ".shared .align 16 .b8 tile[64];"));
  device.beyond = std::make_unique<Beyond>(64 * 32);
  device.run("k", {1}, {4}, {device.upload(std::vector<float>(32, 1.0f))});
  check(device.findings.count() == 0, "a finding");
  sums("copies of nothing", device.counts.distinct, {1, 0, 0});
  equal("copies of nothing: fetched", device.counts.misses.read, 1);
}

// What lies in shared memory, or in no memory of the device, does not pass through the cache.
void no_misses() {
  Device device(
      kernel("ld.param.u64 %d2, [p0];\nmov.u64 %d0, tile;\nst.shared.u64 [tile], %d0;\n"
             "cvta.shared.u64 %d0, %d0;\nld.u64 %d1, [%d0];\nld.global.u64 %d1, [%d2];\n",
             1, ".shared .align 8 .b8 tile[512];"));
  device.beyond = std::make_unique<Beyond>(16 * 4 * 32);
  device.run("k", {1}, {1}, {64});
  check(device.findings.count() == 1, "an address that is not the device's");
  equal("misses of other memory", device.counts.misses.read, 0);
  sums("other memory", device.counts.distinct, {0, 0, 0});
}

// An H100 holds 64 warps, 65,536 registers and 228 KiB of shared memory, 1 KiB of it for each
// block.
void occupancy() {
  const Gpu& gpu = *find_gpu("h100");
  equal("full by warps", resident_blocks(gpu, 256, 0, 32), 8);
  equal("half by registers", resident_blocks(gpu, 256, 0, 64), 4);
  equal("most blocks", resident_blocks(gpu, 32, 0, 32), 32);
  equal("by shared memory", resident_blocks(gpu, 32, 57 * 1024 - 2, 32), 3);
}

// The same launch twice, another once.
void kinds() {
  Device device(kernel("mov.u32 %r0, tile;\n", 0, ".shared .align 8 .b8 tile[512];"));
  device.run("k", {3}, {64}, {});
  device.run("k", {3}, {64}, {});
  device.run("k", {5}, {32}, {}, 100);
  const auto t = totals(device.counts);
  equal("kinds of launches", t.kinds.size(), 2);
  equal("two of one kind", t.kinds.at({3, 64, 512}), 2);
  equal("one of the other", t.kinds.at({5, 32, 612}), 1);
}

// A sine becomes an index, a root a condition; a clock goes nowhere.
void fidelity() {
  const std::string head = "mov.u32 %r0, %tid.x;\ncvt.rn.f32.u32 %f0, %r0;\n";
  const auto exact = run(head + "sqrt.rn.f32 %f1, %f0;\n", {1}, {32});
  check(exact.inexact.empty() && !exact.inexact_address && !exact.inexact_branch, "all is exact");
  const auto address = run(head +
                               "sin.approx.f32 %f1, %f0;\nabs.f32 %f2, %f1;\n"
                               "cvt.rzi.u32.f32 %r1, %f2;\nmul.wide.u32 %d0, %r1, 4;\n"
                               "ld.param.u64 %d1, [p0];\nadd.s64 %d1, %d1, %d0;\n"
                               "mov.u32 %r2, %clock;\nld.global.u32 %r3, [%d1];\n",
                           {1}, {32});
  equal("lanes of a sine", address.inexact.at("approximate").at("sin.approx.f32"), 32);
  equal("lanes of a clock", address.inexact.at("modelled").at("mov.u32"), 32);
  check(address.inexact_address && !address.inexact_branch, "a sine in an address");
  const std::string root = "sqrt.approx.f32 %f1, %f0;\nsetp.gt.f32 %p0, %f1, 0f40000000;\n";
  const auto branch = run(head + root + "@%p0 add.u32 %r0, %r0, 1;\n", {1}, {32});
  check(!branch.inexact_address && branch.inexact_branch, "a root decides");
  // What was not executed decides nothing.
  const auto around = run(head + root + "bra END;\n@%p0 add.u32 %r0, %r0, 1;\nEND:\n", {1}, {32});
  check(!around.inexact_branch, "a root beside the road");
  check(around.inexact.size() == 1, "and is counted");
}

// The same counts whatever the order.
void deterministic() {
  const std::string body =
      "mov.u32 %r0, %tid.x;\nld.param.u64 %d1, [p0];\nL:\nsub.s32 %r0, %r0, 1;\nsetp.gt.s32 %p0, "
      "%r0, 0;\n@%p0 bra L;\nred.global.add.u32 [%d1], 1;\n";
  equal("again", run(body, {4}, {96}).all.issued, run(body, {4}, {96}).all.issued);
}

}  // namespace

int main() {
  coalesced();
  strided();
  broadcast();
  banks();
  divergence();
  loop();
  misses();
  distinct_sectors();
  reported_sectors();
  copies_of_nothing();
  no_misses();
  occupancy();
  kinds();
  fidelity();
  deterministic();
  return result();
}
