// Forms of PTX that compilers write rarely: each program stores an answer worked out by hand.
#include "device.hpp"

using namespace emu;
using namespace emu::test;

namespace {

struct Form {
  const char* what;
  std::string body;
  std::uint32_t answer;
  std::string before = "";  // the kernel, in the module
};

const std::string store = "ld.param.u64 %d1, [p0];\nst.global.u32 [%d1], %r1;\n";

std::vector<Form> forms() {
  const std::string add =
      ".func (.reg .u32 %out) sum(.reg .u32 %a, .reg .u64 %b) {\n.reg .u32 %t;\n.reg .pred %p;\n"
      "cvt.u32.u64 %t, %b;\nadd.s32 %out, %a, %t;\nsetp.gt.u32 %p, %out, 100;\n@%p ret;\n"
      "add.s32 %out, %out, 1000;\nret;\n}\n";
  const std::string hit =
      ".global .u32 hits = 5;\n.func hit() {\n.reg .u32 %t;\nld.global.u32 %t, [hits];\n"
      "add.s32 %t, %t, 2;\nst.global.u32 [hits], %t;\nret;\n}\n";
  const std::string counts =
      ".func (.param .b32 out) next() {\n.reg .u32 %t;\n.global .u32 kept = 40;\n"
      "ld.global.u32 %t, [kept];\nadd.s32 %t, %t, 1;\nst.global.u32 [kept], %t;\n"
      "st.param.b32 [out], %t;\nret;\n}\n"
      ".func (.param .b32 out) other() {\n.reg .u32 %t;\n.global .u32 kept = 7;\n"
      "ld.global.u32 %t, [kept];\nst.param.b32 [out], %t;\nret;\n}\n";
  return {
      {"a vector move that exchanges",
       "mov.u32 %r2, 1;\nmov.u32 %r3, 2;\nmov.v2.u32 {%r2, %r3}, {%r3, %r2};\n"
       "mad.lo.s32 %r1, %r2, 10, %r3;\n" +
           store,
       21},
      {"a vector move that turns",
       "mov.u32 %r2, 1;\nmov.u32 %r3, 2;\nmov.u32 %r4, 3;\nmov.u32 %r5, 4;\n"
       "mov.v4.u32 {%r2, %r3, %r4, %r5}, {%r3, %r4, %r5, %r2};\nmad.lo.s32 %r1, %r2, 10, %r3;\n"
       "mad.lo.s32 %r1, %r1, 10, %r4;\nmad.lo.s32 %r1, %r1, 10, %r5;\n" +
           store,
       2341},
      {"a local variable by its name",
       ".local .align 4 .b8 own[8];\nst.u32 [own+4], 9;\nld.u32 %r1, [own+4];\n" + store, 9},
      {"parameters that are registers",
       "mov.u32 %r2, 30;\nmov.u64 %d2, 12;\ncall (%r1), sum, (%r2, %d2);\n" + store, 1042, add},
      {"numbers as arguments", "call (%r1), sum, (90, 12);\n" + store, 102, add},
      {"a call of a register, without arguments",
       "mov.u64 %d2, hit;\nPROTO: .callprototype _ ();\ncall %d2, PROTO;\ncall %d2, (), PROTO;\n"
       "ld.global.u32 %r1, [hits];\n" +
           store,
       9, hit},
      {"variables of a function in global memory",
       "{\n.param .b32 a;\ncall (a), next;\ncall (a), next;\nld.param.b32 %r2, [a];\n"
       "call (a), other;\nld.param.b32 %r3, [a];\n}\nmad.lo.s32 %r1, %r2, 10, %r3;\n" +
           store,
       427, counts},
      {"a mask of bits that ends with the word", "bmsk.clamp.b32 %r1, 28, 9;\n" + store,
       0xf0000000u},
      {"a mask of bits with a place beyond the word", "bmsk.clamp.b32 %r1, 35, 4;\n" + store, 0},
      {"a mask of bits whose place wraps", "bmsk.wrap.b32 %r1, 35, 4;\n" + store, 0x78},
      {"eight words at once",
       "ld.param.u64 %d1, [p0];\nst.global.v4.u32 [%d1+32], {1, 2, 3, 4};\n"
       "st.global.v4.u32 [%d1+48], {5, 6, 7, 8};\n"
       "ld.global.v8.u32 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, [%d1+32];\n"
       "mad.lo.s32 %r1, %r1, 10, %r5;\nmad.lo.s32 %r1, %r1, 10, %r8;\n" +
           store,
       158},
      {"shared addresses that wrap",
       "mov.u32 %r2, tile;\nsub.s32 %r2, %r2, 64;\nst.shared.u32 [%r2+68], 3;\n"
       "ld.shared.u32 %r1, [tile+4];\n" +
           store,
       3, ".shared .align 4 .b8 tile[16];\n"},
      {"shared memory that the system keeps",
       "mov.u32 %r2, %reserved_smem_offset_1;\nst.shared.u32 [%r2+8], 6;\n"
       "ld.shared.u32 %r1, [%r2+8];\n" +
           store,
       6},
  };
}

void answers() {
  for (const Form& form : forms()) {
    try {
      Device device(kernel(form.body, 1, form.before));
      const auto out = device.upload(std::vector<std::uint32_t>(32, 77));
      device.run("k", {1}, {1}, {out});
      const auto got = device.download<std::uint32_t>(out, 1)[0];
      check(got == form.answer, std::string(form.what) + ": " + std::to_string(got));
      check(device.findings.count() == 0, std::string(form.what) + ": a finding");
    } catch (const ptx::Unsupported& reason) {
      check(false, std::string(form.what) + ": " + reason.what());
    }
  }
}

void directives() {
  Device device(
      ".version 8.6\n.target sm_90\n.address_size 64\n.visible .entry k()\n.maxntid 64\n"
      ".maxclusterrank 8\n{\nret;\n}\n");
  device.run("k", {1}, {32}, {});
}

// Code of a header of the vendor is told by the line that calls it, through other headers, too.
void callers() {
  const auto text_of = [](const char* header) {
    return kernel(
               ".loc 1 10 3\nmov.u32 %r1, 0;\n.loc 2 5 1, function_name $L, inlined_at 1 20 7\n"
               "mov.u32 %r2, 1;\n.loc 2 90 4, function_name $L, inlined_at 2 5 1\n"
               "setp.ne.s32 %p0, %r2, 0;\n@%p0 trap;\n",
               0) +
           "\n.file 1 \"/home/me/program.cu\"\n.file 2 \"" + header + "\"\n";
  };
  for (const bool vendor : {true, false}) {
    Device device(text_of(vendor ? "/usr/local/cuda/include/atomics.hpp" : "/home/me/mine.cuh"));
    device.run("k", {1}, {1}, {});
    check(device.findings.count() == 1 &&
              device.findings.list()[0].text.find(vendor ? "(program.cu:20)" : "(mine.cuh:90)") !=
                  std::string::npos,
          "the line of an inlined function");
  }
}

// A function is known by its address in its own module alone.
void functions_of_others() {
  const std::string hit = ".func hit() {\nret;\n}\n";
  std::uint64_t address = 0;
  {
    Device other(
        kernel("ld.param.u64 %d1, [p0];\nmov.u64 %d2, hit;\nst.global.u64 [%d1], %d2;\n", 1, hit));
    const auto out = other.upload(std::vector<std::uint64_t>(1, 0));
    other.run("k", {1}, {1}, {out});
    address = other.download<std::uint64_t>(out, 1)[0];
  }
  Device device(
      kernel("ld.param.u64 %d2, [p0];\nPROTO: .callprototype _ ();\ncall %d2, PROTO;\n", 1, hit));
  std::string line;
  try {
    device.run("k", {1}, {1}, {address});
  } catch (const ptx::Unsupported& reason) {
    line = reason.what();
  }
  check(line.find("call of a function of another module at PTX line") != std::string::npos,
        "a function of another module: '" + line + "'");
}

// A function's address plus one is no function.
void addresses_of_functions() {
  const std::string hit = ".func hit() {\nret;\n}\n.func miss() {\nret;\n}\n";
  for (const int beyond : {0, 1}) {
    Device device(kernel("mov.u64 %d2, hit;\nadd.s64 %d2, %d2, " + std::to_string(beyond) +
                             ";\nPROTO: .callprototype _ ();\ncall %d2, PROTO;\n",
                         0, hit));
    device.run("k", {1}, {1}, {});
    check(device.findings.count() == static_cast<unsigned>(beyond), "an address of a function");
  }
}

// An eight-byte word of which an array ends inside: libraries of GCC read strings so.
void end_of_a_string() {
  const std::string text =
      ".const .align 8 .b8 text[12] = {49, 50, 51, 52, 53, 54, 55, 56, 57, 48, 49};\n";
  // a variable of its OpenMP, a name that its OpenACC has, too, and neither
  for (const char* const mark :
       {".shared .align 4 .b8 __nvptx_uni[128];\n", ".func main$_omp_fn$0() {\nret;\n}\n", ""}) {
    const bool gcc = *mark;
    Device device(
        kernel("mov.u64 %d2, text;\nld.u64 %d3, [%d2+8];\nshr.u64 %d3, %d3, 16;\n"
               "cvt.u32.u64 %r1, %d3;\nand.b32 %r1, %r1, 65535;\n" +
                   store,
               1, text + mark));
    const auto out = device.upload(std::vector<std::uint32_t>(32, 77));
    device.run("k", {1}, {1}, {out});
    check((device.findings.count() == 0) == gcc, "a word that holds the end of a string");
    if (gcc) check(device.download<std::uint32_t>(out, 1)[0] == 49, "its last letter");
  }
}

}  // namespace

int main() {
  answers();
  directives();
  callers();
  addresses_of_functions();
  functions_of_others();
  end_of_a_string();
  return result();
}
