// Functions that the device brings: printf with variable arguments, malloc and free, assert.
#include <unistd.h>

#include "device.hpp"

using namespace emu;
using namespace emu::test;

namespace {

std::string bytes_of(const std::string& text) {
  std::string list;
  for (const char c : text) list += std::to_string(static_cast<int>(c)) + ", ";
  return "[" + std::to_string(text.size() + 1) + "] = {" + list + "0};\n";
}

/// What a launch prints on standard output.
std::string printed(Device& device, unsigned threads, const std::vector<std::uint64_t>& arguments) {
  std::fflush(stdout);
  const int before = dup(STDOUT_FILENO);
  std::FILE* const file = std::tmpfile();
  dup2(fileno(file), STDOUT_FILENO);
  device.run("k", {1}, {threads}, arguments);
  std::fflush(stdout);
  dup2(before, STDOUT_FILENO);
  close(before);
  std::string text;
  std::rewind(file);
  for (int c; (c = std::fgetc(file)) != EOF;) text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

// The arguments lie in local memory, each aligned to its size, as compilers hand them over.
void prints() {
  const std::string variables =
      ".extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 list);\n"
      ".global .align 1 .b8 format" +
      bytes_of("%d of %s: %5.2f %lld %x 100%%\n") + ".global .align 1 .b8 word" + bytes_of("two");
  Device device(kernel(
      ".local .align 8 .b8 list[40];\n.reg .b64 %s<4>;\nmov.u32 %r0, %tid.x;\nmov.u64 %s0, "
      "list;\ncvta.local.u64 %s1, %s0;\nst.local.u32 [%s0], %r0;\nmov.u64 %d0, word;\n"
      "cvta.global.u64 %d0, %d0;\nst.local.u64 [%s0+8], %d0;\nmov.f64 %g0, "
      "0d3FF8000000000000;\nst.local.f64 [%s0+16], %g0;\nmov.u64 %d1, -7000000000;\n"
      "st.local.u64 [%s0+24], %d1;\nst.local.u32 [%s0+32], 255;\nmov.u64 %d2, "
      "format;\ncvta.global.u64 %d2, %d2;\n{\n.param .b64 param0;\nst.param.b64 [param0+0], "
      "%d2;\n.param .b64 param1;\nst.param.b64 [param1+0], %s1;\n.param .b32 retval0;\ncall.uni "
      "(retval0), vprintf, (param0, param1);\nld.param.b32 %r1, [retval0+0];\n}\n",
      0, variables));
  const std::string text = printed(device, 2, {});
  check(text == "0 of two:  1.50 -7000000000 ff 100%\n1 of two:  1.50 -7000000000 ff 100%\n",
        "printf: " + text);
  check(device.findings.count() == 0, "printf: a finding");
}

const std::string heap =
    ".extern .func (.param .b64 result) malloc (.param .b64 bytes);\n"
    ".extern .func free (.param .b64 pointer);\n";

std::string allocated(const std::string& rest) {
  return "mov.u32 %r0, %tid.x;\nld.param.u64 %d0, [p0];\nmul.wide.u32 %d1, %r0, 8;\nadd.s64 %d2, "
         "%d0, %d1;\nmov.u64 %d3, 16;\n{\n.param .b64 param0;\nst.param.b64 [param0+0], "
         "%d3;\n.param .b64 retval0;\ncall.uni (retval0), malloc, (param0);\nld.param.b64 %d4, "
         "[retval0+0];\n}\nst.global.u64 [%d2], %d4;\nst.u32 [%d4+12], %r0;\n" +
         rest;
}

const std::string freed =
    "{\n.param .b64 param0;\nst.param.b64 [param0+0], %d4;\ncall.uni free, (param0);\n}\n";

void allocates() {
  std::uint64_t calls = 0;
  const auto run = [&calls](const std::string& rest, std::vector<std::uint64_t>& places) {
    Device device(kernel(allocated(rest), 1, heap));
    const auto out = device.upload(std::vector<std::uint64_t>(40, 0));
    device.run("k", {1}, {40}, {out});
    places = device.download<std::uint64_t>(out, 40);
    calls = totals(device.counts).lanes["allocation"];
    return device.findings;
  };
  std::vector<std::uint64_t> places;
  check(run("ld.u32 %r1, [%d4+12];\n" + freed, places).count() == 0, "malloc and free");
  check(calls == 2 * 40, "each lane's calls of malloc and free are counted");
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      check(places[i] >= places[j] + 16 || places[j] >= places[i] + 16, "malloc gave memory twice");
  const auto fault = [](const Findings& findings) { return findings.list().at(0).fault; };
  check(fault(run("st.u32 [%d4+16], %r0;\n", places)) == Fault::out_of_bounds, "beyond malloc");
  check(fault(run("ld.u32 %r1, [%d4];\nadd.s32 %r1, %r1, 1;\nst.u32 [%d4+12], %r1;\n", places)) ==
            Fault::uninitialised,
        "malloc clears nothing");
  check(fault(run(freed + "st.u32 [%d4], %r0;\n", places)) == Fault::use_after_free, "after free");
  check(fault(run(freed + freed, places)) == Fault::use_after_free, "free twice");
}

void asserts() {
  const std::string variables =
      ".extern .func __assertfail (.param .b64 message, .param .b64 file, .param .b32 line, .param "
      ".b64 function, .param .b64 size);\n.global .align 1 .b8 message" +
      bytes_of("x < 3");
  Device device(kernel(
      "mov.u32 %r0, %tid.x;\nsetp.lt.u32 %p0, %r0, 3;\n@%p0 bra GOOD;\nmov.u64 %d0, "
      "message;\ncvta.global.u64 %d0, %d0;\nmov.u64 %d1, 1;\n{\n.param .b64 param0;\nst.param.b64 "
      "[param0+0], %d0;\n.param .b64 param1;\nst.param.b64 [param1+0], %d0;\n.param .b32 "
      "param2;\nst.param.b32 [param2+0], 7;\n.param .b64 param3;\nst.param.b64 [param3+0], "
      "%d0;\n.param .b64 param4;\nst.param.b64 [param4+0], %d1;\ncall.uni __assertfail, (param0, "
      "param1, param2, param3, param4);\n}\nGOOD:\n",
      0, variables));
  device.run("k", {1}, {4}, {});
  check(device.findings.count() == 1 && device.findings.list()[0].fault == Fault::assertion &&
            device.findings.list()[0].text.find("assertion 'x < 3' failed") != std::string::npos,
        "assert");
}

}  // namespace

int main() {
  prints();
  allocates();
  asserts();
  return result();
}
