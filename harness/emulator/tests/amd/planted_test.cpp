// Faults of order: in the source of ordered.cpp, and in the machine code that Clang makes of it, of
// which instructions are taken out.  Each must be found, with its kind, kernel and place, and
// without a fault the kernels say nothing in four seeds.
//   emulator_amd_planted_test OBJECT
#include "amd/decode.hpp"
#include "device.hpp"

namespace {

using namespace emu;
using emu::test::AmdDevice;
using emu::test::check;

constexpr unsigned groups = 6, items = 256;

/// Which instructions become s_nop, in all of the code.
enum class Dropped : std::uint8_t {
  nothing,
  barriers,
  invalidations,  // of the L1
  releases,       // waits for vector memory directly before a store or an atomic operation
  vector_waits,   // all waits for vector memory
  scalar_waits    // all waits for LDS and scalar loads alone
};

struct Planted {
  const char* kernel;
  unsigned what;
  Dropped dropped;
  Fault fault;
  const char* part;  // of the line
  // Without optimization a reload in between may wait for the store, and all is well.
  bool optimized = false;
};

constexpr Planted planted[] = {
    {"handover", 1, Dropped::nothing, Fault::race, "load of 4 bytes", true},
    {"handover", 2, Dropped::nothing, Fault::race, "load of 4 bytes"},
    {"handover", 3, Dropped::nothing, Fault::race, "'s access is not ordered with it"},
    {"handover", 4, Dropped::nothing, Fault::race, "of first of"},
    {"handover", 5, Dropped::nothing, Fault::race, "load of 4 bytes", true},
    {"locked", 1, Dropped::nothing, Fault::race, "of first of", true},
    {"locked", 2, Dropped::nothing, Fault::race, "of first of"},
    {"locked", 3, Dropped::nothing, Fault::race, "of first of"},
    {"locked", 4, Dropped::nothing, Fault::race, "of first of"},
    {"counted", 1, Dropped::nothing, Fault::race, "load of 4 bytes", true},
    {"counted", 2, Dropped::nothing, Fault::race, "load of 4 bytes"},
    {"neighbours", 1, Dropped::nothing, Fault::race, "in LDS: another wave"},
    {"neighbours", 2, Dropped::nothing, Fault::race, "of first of"},
    {"neighbours", 3, Dropped::nothing, Fault::race, "in LDS: another wave"},
    {"apart", 1, Dropped::nothing, Fault::race, "of first of"},
    {"apart", 2, Dropped::nothing, Fault::race, "store of 4 bytes"},
    {"apart", 3, Dropped::nothing, Fault::race, "of first of"},
    {"apart", 4, Dropped::nothing, Fault::race, "of first of"},
    {"arrivals", 1, Dropped::nothing, Fault::race, "load of 4 bytes", true},
    {"inside", 1, Dropped::nothing, Fault::race, "in LDS: another wave"},
    {"inside", 2, Dropped::nothing, Fault::race, "in LDS: another wave"},
    {"beside", 1, Dropped::nothing, Fault::race, "in LDS: another wave", true},
    {"arrivals", 0, Dropped::releases, Fault::race, "load of 4 bytes", true},
    {"neighbours", 0, Dropped::barriers, Fault::race, "in LDS: another wave"},
    {"counted", 0, Dropped::barriers, Fault::race, "in LDS: another wave"},
    {"handover", 0, Dropped::invalidations, Fault::race, "load of 4 bytes"},
    {"locked", 0, Dropped::invalidations, Fault::race, "of first of"},
    {"counted", 0, Dropped::invalidations, Fault::race, "load of 4 bytes"},
    {"handover", 0, Dropped::releases, Fault::race, "load of 4 bytes", true},
    {"locked", 0, Dropped::releases, Fault::race, "of first of", true},
    {"counted", 0, Dropped::releases, Fault::race, "load of 4 bytes", true},
    {"handover", 0, Dropped::vector_waits, Fault::missing_wait, "is used before a wait for "},
    {"neighbours", 0, Dropped::scalar_waits, Fault::missing_wait,
     "is used before a wait for ds_read"},
    {"apart", 0, Dropped::scalar_waits, Fault::missing_wait,
     "is used before a wait for s_load_dword"},
};

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool chosen(Dropped dropped, const amd::Decoded& inst, std::string_view next) {
  if (dropped == Dropped::barriers) return inst.name == "s_barrier";
  if (dropped == Dropped::invalidations) return has(inst.name, "wbinvl1");
  if (inst.name != "s_waitcnt") return false;
  const bool of_vector = ((inst.offset & 15) | (inst.offset >> 10 & 48)) < 63;
  if (dropped == Dropped::scalar_waits) return !of_vector;
  if (dropped == Dropped::vector_waits) return of_vector;
  return dropped == Dropped::releases && of_vector &&
         (has(next, "global_store") || has(next, "global_atomic"));
}

/// How many were taken out.
unsigned take_out(AmdDevice& device, Dropped dropped) {
  constexpr std::uint32_t s_nop = 0xbf800000u;
  const amd::LoadedObject& object = device.code->object();
  const std::uint64_t stop = object.text_address + object.text_bytes;
  const auto decoded = [&](std::uint64_t at) {
    try {
      return amd::decode(device.code->architecture(), device.word(at), device.word(at + 4));
    } catch (const Unsupported&) {  // between functions
      return amd::Decoded();
    }
  };
  unsigned taken = 0;
  for (std::uint64_t at = object.text_address; at + 4 < stop;) {
    const amd::Decoded inst = decoded(at);
    const std::uint64_t next = at + inst.bytes();
    if (chosen(dropped, inst, next < stop ? decoded(next).name : "")) {
      for (; at < next; at += 4) std::memcpy(device.memory.data(at), &s_nop, sizeof s_nop);
      ++taken;
    }
    at = next;
  }
  return taken;
}

struct Run {
  AmdDevice device;
  std::uint64_t first = 0, second = 0, out = 0;
  amd::End end = amd::End::failed;

  Run(const char* file, const std::string& kernel, unsigned what, Dropped dropped,
      std::uint64_t seed, bool checks = true) {
    device.load(file);
    device.options.seed = seed;
    device.options.races = device.options.waits = checks;
    device.options.stall_limit = 100000;
    if (dropped != Dropped::nothing)
      check(take_out(device, dropped) > 0, kernel + ": nothing was taken out");
    const std::vector<std::uint32_t> zeros(groups * items, 0);
    first = device.buffer(zeros, "first");
    second = device.buffer(zeros, "second");
    out = device.buffer(zeros, "out");
    const auto run = [&](Extent grid, auto... arguments) {
      return device.run(kernel, grid, {items}, arguments...);
    };
    try {
      end = kernel == "handover" ? run({2 * items}, first, second, out, what)
            : kernel == "counted" || kernel == "arrivals"
                ? run({groups * items}, first, second, out, groups, what)
                : run({groups * items}, first, second, what);
    } catch (const Unsupported& reason) {
      check(false, reason.what());
    }
  }
  std::uint32_t at(std::uint64_t buffer, unsigned i) const { return device.word(buffer + 4 * i); }
};

void plant(const char* file, const Planted& one, std::uint64_t seed) {
  const Run run(file, one.kernel, one.what, one.dropped, seed);
  const std::string name = std::string(one.kernel) + " " + std::to_string(one.what) + ", dropped " +
                           std::to_string(static_cast<unsigned>(one.dropped)) + ", seed " +
                           std::to_string(seed);
  bool found = false;
  for (const Finding& finding : run.device.findings.list()) {
    // Who takes all waits out takes those that release, too.
    const bool of_kind = finding.fault == one.fault ||
                         (one.fault == Fault::missing_wait && finding.fault == Fault::race) ||
                         (one.dropped == Dropped::releases && finding.fault == Fault::missing_wait);
    check(of_kind, name + ": " + finding.text);
    found |= finding.fault == one.fault && has(finding.text, one.part) &&
             has(finding.text, std::string("kernel ") + one.kernel + ", 0x") &&
             has(finding.text, " wave ") && has(finding.text, " lane ");
  }
  check(found, name + " was not found: " + one.part);
}

/// The same without a fault: results, and nothing is said.
void clean(const char* file, const std::string& kernel, std::uint64_t seed) {
  const Run run(file, kernel, 0, Dropped::nothing, seed);
  check(run.end == amd::End::finished, kernel + " ends");
  check(run.device.findings.count() == 0, kernel + ": a finding on right code");
  constexpr unsigned sum = groups * (groups + 1) / 2;
  if (kernel == "locked") check(run.at(run.first, 0) == 3 * sum, "what was added under a lock");
  if (kernel == "counted") check(run.at(run.out, 0) == sum, "what the last group added");
  if (kernel == "arrivals") check(run.at(run.out, 0) == sum - groups, "what one group added");
  if (kernel == "apart") check(run.at(run.first, 0) == groups, "what all groups added");
  for (unsigned i = 0; i < items; ++i) {
    if (kernel == "handover")
      check(run.at(run.out, i) == (i ? 3 * i + 2 : 8), "what was handed over");
    if (kernel == "neighbours")
      check(run.at(run.second, i) == (i + 192) % items + 1, "what neighbours wrote");
    if (kernel == "inside" || kernel == "beside")
      check(run.at(run.first, i) == 2 * (i % 64) + 256, "what the first wave waited for");
  }
}

/// Nothing is said of what was not asked for.
void quiet(const char* file) {
  check(Run(file, "handover", 2, Dropped::nothing, 0, false).device.findings.count() == 0,
        "a race that was not asked for");
  check(Run(file, "neighbours", 0, Dropped::scalar_waits, 0, false).device.findings.count() == 0,
        "a wait that was not asked for");
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  quiet(arguments[1]);
  for (const std::uint64_t seed : {0, 1, 2, 3}) {
    for (const char* kernel :
         {"handover", "locked", "counted", "neighbours", "apart", "arrivals", "inside", "beside"})
      clean(arguments[1], kernel, seed);
    for (const Planted& one : planted)
      if (!one.optimized || !has(arguments[1], "-O0")) plant(arguments[1], one, seed);
  }
  return emu::test::result();
}
