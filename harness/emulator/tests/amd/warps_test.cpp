// What Clang makes of warps.cu, executed on waves of 64 lanes: results against the host.
//   emulator_amd_warps_test OBJECT
#include <numeric>

#include "device.hpp"

namespace {

using namespace emu;
using emu::test::AmdDevice;
using emu::test::check;

constexpr unsigned warp = 32;

void reductions(AmdDevice& device, const char* kernel, unsigned threads) {
  constexpr unsigned blocks = 3;
  std::vector<double> x(blocks * threads);
  for (unsigned i = 0; i < x.size(); ++i) x[i] = i % 97 + 1;
  const auto sums = device.buffer(std::vector<double>(blocks, -1));
  const auto counts = device.buffer(std::vector<std::uint64_t>(blocks));
  const amd::End end =
      device.run(kernel, {blocks * threads}, {threads}, device.buffer(x), sums, counts);
  check(end == amd::End::finished, kernel);
  for (unsigned b = 0; b < blocks; ++b) {
    const auto first = x.begin() + b * threads;
    const double sum = std::accumulate(first, first + threads, 0.0);
    check(device.read<double>(sums, blocks)[b] == sum, std::string("the sum of ") + kernel);
    check(device.read<std::uint64_t>(counts, blocks)[b] == threads,
          std::string("each thread once: ") + kernel);
  }
}

void additions(AmdDevice& device) {
  std::vector<double> x(4 * 128);
  std::iota(x.begin(), x.end(), 1.0);
  const auto total = device.buffer(std::vector<double>(1));
  check(device.run("add", {512}, {128}, device.buffer(x), total) == amd::End::finished, "add");
  check(device.read<double>(total, 1)[0] == 512 * 513 / 2, "one addition a block");
}

void ways_apart(AmdDevice& device) {
  constexpr unsigned threads = 128;
  std::vector<int> x(threads);
  for (unsigned i = 0; i < threads; ++i) x[i] = int(i * 37 % 11) - 5;
  const auto running = device.buffer(std::vector<int>(threads));
  const auto votes = device.buffer(std::vector<unsigned>(threads));
  const auto moved = device.buffer(std::vector<int>(3 * threads));
  check(device.run("apart", {threads}, {threads}, device.buffer(x), running, votes, moved) ==
            amd::End::finished,
        "warps apart");
  const auto sums = device.read<int>(running, threads), got = device.read<int>(moved, 3 * threads);
  const auto masks = device.read<unsigned>(votes, threads);
  for (unsigned begin = 0; begin < threads; begin += warp) {
    const int sign = begin / warp % 2 ? -1 : 1;
    unsigned mask = 0;
    for (unsigned l = 0; l < warp; ++l) mask |= unsigned(sign * x[begin + l] > 0) << l;
    int sum = 0;
    for (unsigned l = 0; l < warp; ++l) {
      const unsigned i = begin + l;
      const std::string where = " of thread " + std::to_string(i);
      sum += x[i];
      check(sums[i] == sign * sum, "running sum" + where);
      check(masks[i] == mask, "votes" + where);
      check(got[3 * i] == x[begin + 5], "lane 5" + where);
      check(got[3 * i + 1] == x[l ? i - 1 : i], "the lane before" + where);
      const auto eight = x.begin() + i;
      if (l % 8 == 0)
        check(got[3 * i + 2] == std::accumulate(eight, eight + 8, 0), "eight lanes" + where);
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  for (const std::uint64_t seed : {0, 1, 2, 3}) {
    AmdDevice device;
    device.options.seed = seed;
    if (!device.load(arguments[1])) {
      std::printf("FAILED: %s cannot be loaded\n", arguments[1]);
      return 1;
    }
    try {
      reductions(device, "few", 256);
      reductions(device, "many", 1024);
      additions(device);
      ways_apart(device);
    } catch (const Unsupported& reason) {
      check(false, reason.what());
    }
    check(device.findings.count() == 0, "findings on right code");
  }
  return emu::test::result();
}
