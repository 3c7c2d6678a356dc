// Planted faults: each must be found, with its kernel, place and lane, and nothing else.
//   emulator_amd_faults_test OBJECT
#include "device.hpp"

namespace {

using namespace emu;
using emu::test::AmdDevice;
using emu::test::check;

struct Planted {
  unsigned number;
  Fault fault;
  const char* part;  // of the line
  amd::End end;
};

constexpr Planted planted[] = {
    {0, Fault::out_of_bounds, "work-item (127,0,0): store of 4 bytes", amd::End::finished},
    {0, Fault::out_of_bounds, "0 bytes after good of 1024 bytes", amd::End::finished},
    {1, Fault::use_after_free, "byte 0 of freed given back", amd::End::finished},
    {2, Fault::misaligned, "lane 5, work-item (5,0,0): atomic operation", amd::End::finished},
    {3, Fault::uninitialised, "a value that nobody wrote", amd::End::finished},
    {4, Fault::uninitialised, "a value that nobody wrote is an address", amd::End::finished},
    {5, Fault::out_of_bounds, "lane 9, work-item (9,0,0): store of 4 bytes at 0x400 in LDS",
     amd::End::finished},
    {6, Fault::uninitialised, "decides which lanes execute", amd::End::finished},
    {7, Fault::uninitialised, "decides which lanes execute", amd::End::finished},
    {8, Fault::endless_wait, "kernel faulty: no progress: group", amd::End::failed},
    {9, Fault::trap, "lane 3, work-item (3,0,0): trap 2", amd::End::failed},
    {10, Fault::out_of_bounds, "at 0x10, which is not device memory", amd::End::finished},
    {14, Fault::out_of_bounds, "lane 4, work-item (4,0,0): load of 4 bytes", amd::End::finished},
};

void plant(const char* file, const Planted& one) {
  AmdDevice device;
  device.load(file);
  device.options.stall_limit = 100000;
  const auto good = device.buffer(std::vector<std::uint32_t>(256, 0), "good");
  const auto unwritten = device.memory.allocate(1024, "unwritten");
  const auto given_back = device.buffer(std::vector<std::uint32_t>(256, 0), "given back");
  device.memory.release(given_back);
  amd::End end = amd::End::finished;
  try {
    end = device.run("faulty", {256}, {128}, one.number, good, unwritten, given_back, 256u);
  } catch (const Unsupported& reason) {
    check(false, reason.what());
  }
  const std::string name = "fault " + std::to_string(one.number);
  check(end == one.end, name + " ends otherwise");
  bool found = false;
  for (const Finding& finding : device.findings.list()) {
    check(finding.fault == one.fault, name + ": " + finding.text);
    found |= finding.text.find(one.part) != std::string::npos &&
             finding.text.find("kernel faulty") != std::string::npos;
  }
  check(found, name + " was not found: " + one.part);
  if (one.number == 5)
    check(device.read<std::uint32_t>(good, 10)[9] == 1, "an atomic operation outside gives 0");
}

/// What is not executed is refused in one line that names it, the kernel and the place.
void refused(const char* file) {
  constexpr std::pair<unsigned, const char*> cases[] = {
      {11, "kernel faulty: s_sethalt at 0x"},
      {12, "kernel faulty: encoding 0xc8000000 at 0x"},
      {13, "kernel faulty: execution at 0x"}};
  for (const auto& [number, text] : cases) {
    AmdDevice device;
    device.load(file);
    device.options.uninitialised = false;
    const auto good = device.buffer(std::vector<std::uint32_t>(256, 0), "good");
    std::string line;
    try {
      device.run("faulty", {256}, {128}, number, good, good, good, 256u);
    } catch (const Unsupported& reason) {
      line = reason.what();
    }
    check(line.rfind(text, 0) == 0, "refused otherwise: " + line);
    check(number == 13 || line.find(" in faulty") != std::string::npos, "the place: " + line);
  }
}

/// Without the check of undefined values nothing is said of them, and good code has no finding.
void quiet(const char* file) {
  for (const unsigned number : {3u, 6u, 7u, 99u}) {
    AmdDevice device;
    device.load(file);
    device.options.uninitialised = number == 99;
    const auto good = device.buffer(std::vector<std::uint32_t>(256, 0), "good");
    const auto unwritten = device.memory.allocate(1024, "unwritten");
    device.run("faulty", {256}, {128}, number, good, unwritten, good, 256u);
    check(device.findings.count() == 0, "a finding that was not asked for");
  }
}

/// A word of which a byte is there is changed as a whole, and no more of it is there afterwards.
void part_of_a_word(const char* file) {
  AmdDevice device;
  device.load(file);
  const auto small = device.buffer(std::vector<std::uint8_t>{1, 2, 3}, "small");
  device.run("faulty", {64}, {64}, 15, small, small, small, 64u);
  check(device.findings.count() == 0, "a byte by its word: a finding");
  check(device.read<std::uint8_t>(small, 3) == std::vector<std::uint8_t>{1, 2, 4}, "its value");
  check(*device.memory.shadow(small + 2) == initialised && *device.memory.shadow(small + 3) == 0,
        "what is there");
}

/// A loop over a volatile variable of its own is no wait.
void alone(const char* file) {
  AmdDevice device;
  device.load(file);
  device.options.stall_limit = 100000;
  const auto good = device.buffer(std::vector<std::uint32_t>(64, 0), "good");
  check(device.run("faulty", {64}, {64}, 16, good, good, good, 64u) == amd::End::finished &&
            device.findings.count() == 0 && device.read<std::uint32_t>(good, 64)[63] == 63,
        "a long loop ends");
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  for (const Planted& one : planted) plant(arguments[1], one);
  refused(arguments[1]);
  quiet(arguments[1]);
  part_of_a_word(arguments[1]);
  alone(arguments[1]);
  return emu::test::result();
}
