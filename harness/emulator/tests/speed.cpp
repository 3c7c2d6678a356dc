// How many lane-instructions a second one core executes of a kernel that computes, with all checks
// and without: emulator_speed [SECONDS].  It prints, and is no test: times depend on the machine.
#include <chrono>

#include "device.hpp"
#include "gpu/gpus.hpp"

using namespace emu;
using namespace emu::test;

namespace {

// A polynomial in double and single precision and a random generator in integers, 4096 rounds; at
// its end a store, so that the checks of memory are there, too.
std::string arithmetic() {
  std::string step =
      "fma.rn.f64 %g0, %g0, %g1, %g2;\nadd.f64 %g3, %g3, %g0;\nmul.f64 %g0, %g0, %g4;\n"
      "fma.rn.f32 %f0, %f0, %f1, %f2;\nadd.f32 %f3, %f3, %f0;\n"
      "mul.lo.s32 %r2, %r2, %r3;\nadd.s32 %r2, %r2, %r4;\nxor.b32 %r5, %r5, %r2;\n"
      "shr.u32 %r6, %r2, 13;\nadd.s32 %r5, %r5, %r6;\n";
  return "mov.u32 %r0, %tid.x;\nmov.u32 %r7, %ctaid.x;\nmad.lo.s32 %r0, %r7, 256, %r0;\n"
         "mul.wide.u32 %d0, %r0, 8;\nld.param.u64 %d1, [p0];\nadd.s64 %d1, %d1, %d0;\n"
         "cvt.rn.f64.u32 %g0, %r0;\ncvt.rn.f32.u32 %f0, %r0;\nmov.f64 %g1, 0d3FE0000000000000;\n"
         "mov.f64 %g2, 0d3FF0000000000000;\nmov.f64 %g3, %g1;\nmov.f64 %g4, %g1;\n"
         "mov.f32 %f1, 0f3F000000;\nmov.f32 %f2, 0f3F800000;\nmov.f32 %f3, %f1;\n"
         "mov.u32 %r2, %r0;\nmov.u32 %r3, 1664525;\nmov.u32 %r4, 1013904223;\nmov.u32 %r5, 0;\n"
         "mov.u32 %r8, 0;\nAGAIN:\n" +
         step + step +
         "add.s32 %r8, %r8, 1;\nsetp.lt.s32 %p0, %r8, 2048;\n@%p0 bra AGAIN;\n"
         "cvt.f64.f32 %g5, %f3;\nadd.f64 %g3, %g3, %g5;\ncvt.rn.f64.u32 %g5, %r5;\n"
         "add.f64 %g3, %g3, %g5;\nst.global.f64 [%d1], %g3;\n";
}

// Each thread adds up its part of an array: mostly memory.
std::string memory() {
  return "mov.u32 %r0, %tid.x;\nmov.u32 %r7, %ctaid.x;\nmad.lo.s32 %r0, %r7, 256, %r0;\n"
         "mul.wide.u32 %d0, %r0, 8;\nld.param.u64 %d1, [p0];\nadd.s64 %d1, %d1, %d0;\n"
         "mov.f64 %g3, 0d0000000000000000;\nmov.u32 %r8, 0;\nAGAIN:\nld.global.f64 %g0, [%d1];\n"
         "add.f64 %g3, %g3, %g0;\nst.global.f64 [%d1], %g3;\nadd.s32 %r8, %r8, 1;\n"
         "setp.lt.s32 %p0, %r8, 1024;\n@%p0 bra AGAIN;\n";
}

double millions_a_second(const std::string& body, bool checks, double seconds) {
  Device device(kernel(body, 1));
  device.options.uninitialised = device.options.races = device.options.counts = checks;
  if (checks) device.beyond = std::make_unique<Beyond>(find_gpu("h100")->l2_bytes);
  const auto out = device.upload(std::vector<double>(8 * 256, 0.0));
  const auto begin = std::chrono::steady_clock::now();
  double spent = 0;
  while (spent < seconds) {
    device.run("k", {8}, {256}, {out});
    spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  return static_cast<double>(totals(device.counts).all.executed) / spent / 1e6;
}

}  // namespace

int main(int count, char** words) {
  const double seconds = count > 1 ? std::atof(words[1]) : 2.0;
  const std::pair<const char*, std::string> kernels[] = {{"arithmetic", arithmetic()},
                                                         {"memory", memory()}};
  for (const auto& [name, body] : kernels)
    for (const bool checks : {false, true})
      std::printf("%s, %s: %.0f million lane-instructions a second\n", name,
                  checks ? "all checks and counts" : "no checks",
                  millions_a_second(body, checks, seconds));
  return 0;
}
