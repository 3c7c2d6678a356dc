// What Clang makes of kernels.cpp, executed: results against the host, counts, and no findings.
//   emulator_amd_kernels_test OBJECT
#include <cmath>
#include <limits>
#include <random>

#include "device.hpp"

namespace {

using namespace emu;
using emu::test::AmdDevice;
using emu::test::check;

std::uint64_t bits(double x) {
  std::uint64_t value;
  std::memcpy(&value, &x, sizeof value);
  return value;
}
std::uint32_t bits(float x) {
  std::uint32_t value;
  std::memcpy(&value, &x, sizeof value);
  return value;
}

void saxpy(AmdDevice& device) {
  const unsigned n = 1000;  // the last group is not full of work
  std::vector<double> x(n), y(n);
  for (unsigned i = 0; i < n; ++i) x[i] = i * 0.37, y[i] = 100.0 - i;
  const auto on_x = device.buffer(x), on_y = device.buffer(y);
  check(device.run("saxpy", {1024}, {128}, on_y, on_x, 3.7, n) == amd::End::finished, "saxpy ends");
  const auto result = device.read<double>(on_y, n);
  for (unsigned i = 0; i < n; ++i) {
    const double apart = y[i] + 3.7 * x[i], fused = std::fma(3.7, x[i], y[i]);
    check(result[i] == apart || result[i] == fused, "saxpy " + std::to_string(i));
  }
}

void dot(AmdDevice& device) {
  const unsigned n = 5000;
  std::vector<double> x(n), y(n);
  double sum = 0;
  for (unsigned i = 0; i < n; ++i) sum += (x[i] = i % 17) * (y[i] = i % 5);
  const auto total = device.buffer(std::vector<double>(1, -1));
  device.run("dot", {128}, {128}, device.buffer(x), device.buffer(y), total, n);
  check(device.read<double>(total, 1)[0] == sum, "dot");
}

void quotients(AmdDevice& device) {
  std::mt19937_64 random(7);
  constexpr double edges[] = {
      0.0,       -0.0,    1.0,       -3.0,   4.9e-324, 2.2e-308,
      1.0e-310,  1.7e308, -1.7e308,  1e-300, 1e300,    INFINITY,
      -INFINITY, NAN,     0.3333333, 1e154,  1e-154,   2.2250738585072014e-308};
  constexpr float small_edges[] = {0.0f,      -0.0f,   1.0f,   -3.0f,   1.4e-45f, 1.17e-38f,
                                   1e-40f,    3.4e38f, -3e38f, 1e-30f,  1e30f,    INFINITY,
                                   -INFINITY, NAN,     0.3f,   1.8e19f, 1e-19f,   1.17549435e-38f};
  std::vector<double> a, b;
  std::vector<float> c, d;
  for (const double x : edges)
    for (const double y : edges) a.push_back(x), b.push_back(y);
  for (const float x : small_edges)
    for (const float y : small_edges) c.push_back(x), d.push_back(y);
  while (a.size() < 4096) {
    std::uint64_t words[2] = {random(), random()};
    double pair[2];
    std::memcpy(pair, words, sizeof pair);
    a.push_back(pair[0]), b.push_back(pair[1]);
    float small[2];
    std::memcpy(small, words, sizeof small);
    c.push_back(small[0]), d.push_back(small[1]);
  }
  const auto n = static_cast<unsigned>(a.size());
  const auto q = device.buffer(std::vector<double>(n)), r = device.buffer(std::vector<float>(n));
  device.run("quotients", {n}, {128}, device.buffer(a), device.buffer(b), q, device.buffer(c),
             device.buffer(d), r, n);
  const auto on_q = device.read<double>(q, n);
  const auto on_r = device.read<float>(r, n);
  for (unsigned i = 0; i < n; ++i) {
    const double wanted = a[i] / b[i];
    check(bits(on_q[i]) == bits(wanted) || (on_q[i] != on_q[i] && wanted != wanted),
          std::to_string(a[i]) + " / " + std::to_string(b[i]) + " in double");
    const float small = c[i] / d[i];
    // OpenCL's single precision may be off by 2.5 units in the last place; Clang's default is IEEE.
    check(bits(on_r[i]) == bits(small) || (on_r[i] != on_r[i] && small != small),
          std::to_string(c[i]) + " / " + std::to_string(d[i]) + " in float");
  }
}

void whole_quotients(AmdDevice& device) {
  std::mt19937_64 random(3);
  std::vector<std::int64_t> a, b;
  for (unsigned i = 0; i < 1000; ++i) {
    a.push_back(static_cast<std::int64_t>(random() >> (i * 7 % 63)) * (i % 2 ? -1 : 1));
    std::int64_t divisor = static_cast<std::int64_t>(random() >> (i * 11 % 63)) * (i % 3 ? 1 : -1);
    b.push_back(divisor ? divisor : 1);
  }
  const auto n = static_cast<unsigned>(a.size());
  const auto q = device.buffer(std::vector<std::int64_t>(n));
  const auto r = device.buffer(std::vector<std::uint32_t>(n));
  device.run("whole_quotients", {1024}, {128}, device.buffer(a), device.buffer(b), q, r, n);
  const auto on_q = device.read<std::int64_t>(q, n);
  const auto on_r = device.read<std::uint32_t>(r, n);
  for (unsigned i = 0; i < n; ++i) {
    check(on_q[i] == a[i] / b[i], "whole quotient " + std::to_string(i));
    check(on_r[i] == static_cast<std::uint32_t>(a[i]) % (static_cast<std::uint32_t>(b[i]) | 1u),
          "whole remainder " + std::to_string(i));
  }
}

void steps(AmdDevice& device) {
  const unsigned n = 300;
  const auto length = device.buffer(std::vector<std::uint32_t>(n));
  const auto picked = device.buffer(std::vector<std::int32_t>(n));
  device.run("steps", {384}, {128}, length, picked, n);
  const auto lengths = device.read<std::uint32_t>(length, n);
  const auto picks = device.read<std::int32_t>(picked, n);
  for (unsigned i = 0; i < n; ++i) {
    int last[24];
    for (int k = 0; k < 24; ++k) last[k] = k;
    std::uint64_t x = i + 1;
    unsigned count = 0;
    while (x != 1) {
      x = x % 2 ? 3 * x + 1 : x / 2;
      last[x % 24] = static_cast<int>(++count);
    }
    check(lengths[i] == count && picks[i] == last[i * 7 % 24], "steps " + std::to_string(i));
  }
}

void together(AmdDevice& device) {
  const auto total = device.buffer(std::vector<std::uint32_t>(1, 0));
  const auto largest = device.buffer(std::vector<std::uint64_t>(1, 5));
  const auto sum = device.buffer(std::vector<double>(1, 0.25));
  const auto flag = device.buffer(std::vector<std::int32_t>(1, 0));
  const auto end = device.run("together", {256}, {128}, total, largest, sum, flag);
  check(end == amd::End::finished, "groups that wait for each other end");
  check(device.read<std::uint32_t>(total, 1)[0] == 255 * 128, "an atomic sum");
  check(device.read<std::uint64_t>(largest, 1)[0] == 255 * 3, "an atomic maximum");
  check(device.read<double>(sum, 1)[0] == 128.25, "an atomic sum of doubles");
}

void counts(AmdDevice& device) {
  for (const auto& [function, of_kernel] : device.counts) {
    if (function->name != "saxpy") continue;
    const KernelTotals sums = totals(of_kernel);
    const auto of = [&](const char* kind) {
      const auto found = sums.lanes.find(kind);
      return found == sums.lanes.end() ? 0 : found->second;
    };
    const bool fused = of("fp64_fma") == 1000;
    check(fused || (of("fp64_mul") == 1000 && of("fp64_add") == 1000), "operations of saxpy");
    check(sums.blocks == 8 && sums.threads == 1024 && sums.launches == 1, "shape of saxpy");
    // 16 waves, of which the last has 40 lanes at work: 8 lines of 64 bytes a full one, thrice.
    if (of("load_generic") == 0) {  // without optimization variables are in memory
      const InstCount& loads = sums.memory.at("load_global");
      check(of("load_global") == 2000 && of("store_global") == 1000, "loads and stores of saxpy");
      check(loads.requests == 32 && loads.sectors == 250 && loads.least_sectors == 250,
            "lines of saxpy's loads");
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
      saxpy(device);
      counts(device);
      dot(device);
      quotients(device);
      whole_quotients(device);
      steps(device);
      together(device);
    } catch (const Unsupported& reason) {
      check(false, reason.what());
    }
    check(device.findings.count() == 0, "findings on right code");
  }
  return emu::test::result();
}
