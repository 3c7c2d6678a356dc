// producers_test FILE.ptx NAME: the kernel of producers.cu, as a compiler made it, computes the
// right answer. producers_test FILE.ptx: every kernel of a module is understood.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "device.hpp"

using namespace emu;
using namespace emu::test;

namespace {

int steps(unsigned n) {
  int count = 0;
  for (; n != 1; ++count) n = n % 2 ? 3 * n + 1 : n / 2;
  return count;
}

void runs(const std::string& text) {
  Device device(text);
  constexpr int n = 700;
  std::vector<float> squares(n);
  double sum = 0;
  int most = 0;
  for (int i = 0; i < n; ++i) {
    squares[i] = static_cast<float>(i * i);
    sum += i;
    most = std::max(most, steps(static_cast<unsigned>(i) + 1));
  }
  const auto total = device.upload(std::vector<double>(1, 0));
  const auto longest = device.upload(std::vector<int>(1, 0));
  device.run("work", {3}, {256}, {n, device.upload(squares), total, longest});
  check(device.findings.count() == 0, "a finding");
  check(device.download<double>(total, 1)[0] == sum, "the sum");
  check(device.download<int>(longest, 1)[0] == most, "the longest sequence");
}

}  // namespace

int main(int count, char** words) {
  std::ifstream file(count > 1 ? words[1] : "");
  std::stringstream text;
  text << file.rdbuf();
  check(file.good() && !text.str().empty(), "no module to read");
  try {
    if (count > 2) {
      runs(text.str());
    } else {
      Device device(text.str());
      const auto faults = device.unsupported();
      check(device.kernels() > 0, "no kernel");
      for (const std::string& fault : faults) check(false, fault);
    }
  } catch (const ptx::Unsupported& reason) {
    check(false, reason.what());
  }
  return result();
}
