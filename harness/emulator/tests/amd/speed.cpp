// How many lane-instructions a second one core executes of AMD's code, with all checks and counts
// and without: sh kernels.sh emulator_amd_speed timed.cpp FOLDER.  It prints, and is no test: times
// depend on the machine.
//   emulator_amd_speed OBJECT
#include <chrono>
#include <cstdio>

#include "count/counts.hpp"
#include "device.hpp"

namespace {

using namespace emu;
using emu::test::AmdDevice;

const std::vector<double> zeros(8 * 256, 0.0);

// Of one launch; counted apart, for the device that is timed may count nothing.
double executed(const char* file, const char* kernel) {
  AmdDevice device;
  if (!device.load(file)) throw Unsupported("a file that is no code object");
  device.options.counts = true;
  device.run(kernel, {8 * 256}, {256}, device.buffer(zeros));
  return static_cast<double>(totals(device.counts.begin()->second).all.executed);
}

double millions_a_second(const char* file, const char* kernel, bool checks) {
  const double of_launch = executed(file, kernel);
  AmdDevice device;
  device.load(file);
  device.options.uninitialised = device.options.races = device.options.counts = checks;
  const auto out = device.buffer(zeros);
  const auto begin = std::chrono::steady_clock::now();
  double done = 0, spent = 0;
  while (spent < 2.0) {
    device.run(kernel, {8 * 256}, {256}, out);
    done += of_launch;
    spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  return done / spent / 1e6;
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) return 2;
  for (const char* kernel : {"arithmetic", "memory"})
    for (const bool checks : {false, true})
      std::printf("%s: %s, %s: %.0f million lane-instructions a second\n", words[1], kernel,
                  checks ? "all checks and counts" : "no checks",
                  millions_a_second(words[1], kernel, checks));
  return 0;
}
