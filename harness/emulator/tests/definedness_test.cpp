// Values that nobody defined are found where they are used, and only there.
#include "device.hpp"

using namespace emu;
using namespace emu::test;

namespace {

// Values that nobody defined are found where they matter: %r1 comes from memory that was never
// written, %r2 is 6, [%d1] is written.
void definedness() {
  const std::string begin =
      ".local .align 8 .b8 own[16];\nld.param.u64 %d1, [p0];\nld.param.u64 %d2, [p1];\n"
      "ld.global.u32 %r1, [%d2];\nmov.u32 %r2, 6;\n";
  const struct {
    const char* what;
    const char* body;
    bool found;
  } cases[] = {
      {"loaded and never used", "", false},
      {"copied", "mov.u32 %r3, %r1;\nst.global.u32 [%d2+8], %r3;\n", false},
      {"copied, and the copy used",
       "st.global.u32 [%d2+8], %r1;\nld.global.u32 %r3, [%d2+8];\nadd.s32 %r3, %r3, 1;\n"
       "st.global.u32 [%d1], %r3;\n",
       true},
      {"written over after it was copied",
       "st.global.u32 [%d2+8], %r1;\nst.global.u32 [%d2+8], %r2;\nld.global.u32 %r3, [%d2+8];\n"
       "add.s32 %r3, %r3, 1;\nst.global.u32 [%d1], %r3;\n",
       false},
      {"decides a branch", "setp.eq.s32 %p0, %r1, 0;\n@%p0 bra END;\nEND:\n", true},
      {"decides what is stored", "setp.eq.s32 %p0, %r1, 0;\n@%p0 st.global.u32 [%d1], %r2;\n",
       true},
      {"is an address",
       "mul.wide.u32 %d3, %r1, 0;\nadd.s64 %d3, %d1, %d3;\n"
       "ld.global.u32 %r3, [%d3];\n",
       true},
      {"computed and stored", "mul.lo.s32 %r3, %r1, %r2;\nst.global.u32 [%d1], %r3;\n", true},
      {"computed and overwritten",
       "mul.lo.s32 %r3, %r1, %r2;\nmov.u32 %r3, 1;\nst.global.u32 [%d1], %r3;\n", false},
      {"masked away", "and.b32 %r3, %r1, 0;\nsetp.eq.s32 %p0, %r3, 0;\n@%p0 bra END;\nEND:\n",
       false},
      {"not masked away", "and.b32 %r3, %r1, 256;\nsetp.eq.s32 %p0, %r3, 0;\n@%p0 bra END;\nEND:\n",
       true},
      {"set whole", "or.b32 %r3, %r1, -1;\nsetp.eq.s32 %p0, %r3, 0;\n@%p0 bra END;\nEND:\n", false},
      {"shifted out",
       "shr.u32 %r3, %r1, 31;\nshr.u32 %r3, %r3, 1;\nadd.s32 %r3, %r3, 1;\n"
       "st.global.u32 [%d1], %r3;\n",
       false},
      {"shifted by what nobody defined",
       "shl.b32 %r3, %r2, %r1;\nadd.s32 %r3, %r3, 1;\n"
       "st.global.u32 [%d1], %r3;\n",
       true},
      {"a byte of a word that is written",
       "st.global.u8 [%d2+4], %r2;\nld.global.u32 %r3, [%d2+4];\nand.b32 %r3, %r3, 255;\n"
       "add.s32 %r3, %r3, 1;\nst.global.u32 [%d1], %r3;\n",
       false},
      {"a byte beside the one that is written",
       "st.global.u8 [%d2+4], %r2;\nld.global.u32 %r3, [%d2+4];\nshr.u32 %r3, %r3, 8;\n"
       "and.b32 %r3, %r3, 255;\nadd.s32 %r3, %r3, 1;\nst.global.u32 [%d1], %r3;\n",
       true},
      {"through local memory",
       "st.local.u32 [own+4], %r1;\nld.local.u32 %r3, [own+4];\nadd.s32 %r3, %r3, 1;\n"
       "st.global.u32 [%d1], %r3;\n",
       true},
      {"through local memory, written over",
       "st.local.u32 [own+4], %r1;\nst.local.u32 [own+4], %r2;\nld.local.u32 %r3, [own+4];\n"
       "add.s32 %r3, %r3, 1;\nst.global.u32 [%d1], %r3;\n",
       false},
      {"computed, through local memory",
       "add.s32 %r3, %r1, 1;\nst.local.u32 [own+8], %r3;\nld.local.u32 %r4, [own+8];\n"
       "st.global.u32 [%d1], %r4;\n",
       true},
      {"selected",
       "setp.eq.s32 %p0, %r2, 6;\nselp.b32 %r3, %r2, %r1, %p0;\n"
       "add.s32 %r3, %r3, 1;\nst.global.u32 [%d1], %r3;\n",
       false},
      {"not selected",
       "setp.eq.s32 %p0, %r2, 6;\nselp.b32 %r3, %r1, %r2, %p0;\n"
       "add.s32 %r3, %r3, 1;\nst.global.u32 [%d1], %r3;\n",
       true},
      {"from another lane",
       "shfl.sync.idx.b32 %r3, %r1, 0, 31, -1;\nadd.s32 %r3, %r3, 1;\n"
       "st.global.u32 [%d1], %r3;\n",
       true},
      {"packed and taken apart",
       "mov.b64 %d3, {%r1, %r2};\nmov.b64 {%r3, %r4}, %d3;\n"
       "add.s32 %r4, %r4, 1;\nst.global.u32 [%d1], %r4;\n",
       false},
      {"packed and taken apart the other way",
       "mov.b64 %d3, {%r2, %r1};\n"
       "mov.b64 {%r3, %r4}, %d3;\nadd.s32 %r4, %r4, 1;\n"
       "st.global.u32 [%d1], %r4;\n",
       true},
      {"made wider",
       "cvt.u64.u32 %d3, %r1;\nshr.u64 %d3, %d3, 32;\nadd.s64 %d3, %d3, 1;\n"
       "st.global.u64 [%d1], %d3;\n",
       false},
      {"made wider with its sign",
       "cvt.s64.s32 %d3, %r1;\nshr.u64 %d3, %d3, 32;\n"
       "add.s64 %d3, %d3, 1;\nst.global.u64 [%d1], %d3;\n",
       true},
      {"in a vote",
       "setp.eq.s32 %p0, %r1, 0;\nvote.sync.ballot.b32 %r3, %p0, -1;\n"
       "st.global.u32 [%d1], %r3;\n",
       true},
      {"by a table, masked away",
       "lop3.b32 %r3, %r1, %r2, 0, 128;\nsetp.eq.s32 %p0, %r3, 0;\n@%p0 bra END;\nEND:\n", false},
      {"a comparison that a false one decides",
       "setp.gt.s32 %p0, %r1, 0;\nsetp.gt.s32 %p1, %r2, 9;\nand.pred %p2, %p0, %p1;\n"
       "@%p2 bra END;\nEND:\n",
       false},
      {"a comparison that a true one leaves open",
       "setp.gt.s32 %p0, %r1, 0;\nsetp.gt.s32 %p1, %r2, 5;\nand.pred %p2, %p1, %p0;\n"
       "@%p2 bra END;\nEND:\n",
       true},
      {"a comparison that a true one decides",
       "setp.gt.s32 %p0, %r1, 0;\nsetp.gt.s32 %p1, %r2, 5;\nor.pred %p2, %p1, %p0;\n"
       "@%p2 bra END;\nEND:\n",
       false},
      {"a comparison that a false one leaves open",
       "setp.gt.s32 %p0, %r1, 0;\nsetp.gt.s32 %p1, %r2, 9;\nor.pred %p2, %p0, %p1;\n"
       "@%p2 bra END;\nEND:\n",
       true},
      {"two comparisons, both undefined",
       "setp.gt.s32 %p0, %r1, 0;\nsetp.lt.s32 %p1, %r1, 9;\nand.pred %p2, %p0, %p1;\n"
       "@%p2 bra END;\nEND:\n",
       true},
      {"one of the two, but not both",
       "setp.gt.s32 %p0, %r1, 0;\nsetp.gt.s32 %p1, %r2, 9;\nxor.pred %p2, %p0, %p1;\n"
       "@%p2 bra END;\nEND:\n",
       true},
      {"joined with a false one",
       "setp.gt.s32 %p1, %r2, 9;\nsetp.gt.and.s32 %p0|%p2, %r1, 0, %p1;\n@%p0 bra END;\n"
       "@%p2 bra END;\nEND:\n",
       false},
      {"joined with a true one that is turned round",
       "setp.gt.s32 %p1, %r2, 5;\nsetp.gt.and.s32 %p0, %r1, 0, !%p1;\n@%p0 bra END;\nEND:\n",
       false},
      {"joined with a true one",
       "setp.gt.s32 %p1, %r2, 5;\nsetp.gt.and.s32 %p0, %r1, 0, %p1;\n@%p0 bra END;\nEND:\n", true},
      {"joined with a true one, of which one is enough",
       "setp.gt.s32 %p1, %r2, 5;\nsetp.gt.or.s32 %p0, %r1, 0, %p1;\n@%p0 bra END;\nEND:\n", false},
      {"joined with a false one, which is not enough",
       "setp.gt.s32 %p1, %r2, 9;\nsetp.gt.or.s32 %p0, %r1, 0, %p1;\n@%p0 bra END;\nEND:\n", true},
      {"joined with an undefined one",
       "setp.gt.s32 %p1, %r1, 5;\nsetp.gt.and.s32 %p0, %r2, 0, %p1;\n@%p0 bra END;\nEND:\n", true},
      {"in an atomic operation", "red.global.add.u32 [%d1], %r1;\n", true},
      {"added to by an atomic operation", "red.global.add.u32 [%d2+8], %r2;\n", true},
      {"exchanged, and nobody looks", "atom.global.exch.b32 %r3, [%d2+8], %r2;\n", false},
      {"a byte changed by compare and swap of its word",
       "st.global.u8 [%d2+8], %r2;\nld.global.u32 %r3, [%d2+8];\nand.b32 %r4, %r3, -256;\n"
       "or.b32 %r4, %r4, 9;\natom.global.cas.b32 %r5, [%d2+8], %r3, %r4;\n"
       "setp.eq.s32 %p0, %r5, %r3;\n@%p0 bra NEXT;\nNEXT:\n"
       "ld.global.u8 %r5, [%d2+8];\nadd.s32 %r5, %r5, 1;\nst.global.u32 [%d1], %r5;\n",
       false},
      {"a byte beside the one changed by compare and swap",
       "st.global.u8 [%d2+8], %r2;\nld.global.u32 %r3, [%d2+8];\nand.b32 %r4, %r3, -256;\n"
       "or.b32 %r4, %r4, 9;\natom.global.cas.b32 %r5, [%d2+8], %r3, %r4;\n"
       "ld.global.u8 %r5, [%d2+9];\nadd.s32 %r5, %r5, 1;\nst.global.u32 [%d1], %r5;\n",
       true},
      {"compared with what is defined", "atom.global.cas.b32 %r3, [%d2+8], %r2, %r2;\n", true},
      {"put by compare and swap", "atom.global.cas.b32 %r3, [%d1], %r2, %r1;\n", true},
      {"compared", "atom.global.cas.b32 %r3, [%d1], %r1, %r2;\n", true},
      {"exchanged and used",
       "atom.global.exch.b32 %r3, [%d2+8], %r2;\nadd.s32 %r3, %r3, 1;\n"
       "st.global.u32 [%d1], %r3;\n",
       true},
  };
  for (const auto& [what, body, found] : cases) {
    Device device(kernel(begin + body, 2));
    device.run("k", {1}, {1}, {device.upload(std::vector<int>(64, 0)), device.allocate(256)});
    check((device.findings.count() > 0) == found,
          std::string("undefined: ") + what + (found ? " is not found" : " is a finding"));
    for (const Finding& finding : device.findings.list())
      check(finding.fault == Fault::uninitialised, std::string("undefined: ") + what);
  }
}

// What a function gets and gives back.
void undefined_arguments() {
  const std::string twice =
      ".func (.param .b32 out) twice(.param .b32 in) {\n.reg .b32 %r<4>;\n"
      "ld.param.b32 %r1, [in];\nadd.s32 %r2, %r1, %r1;\nst.param.b32 [out], %r2;\nret;\n}\n";
  for (const bool used : {true, false}) {
    Device device(kernel(std::string("ld.param.u64 %d1, [p0];\nld.param.u64 %d2, [p1];\n"
                                     "ld.global.u32 %r1, [%d2];\n{\n.param .b32 a;\n"
                                     ".param .b32 b;\nst.param.b32 [a], ") +
                             (used ? "%r1" : "5") +
                             ";\ncall (b), twice, (a);\nld.param.b32 %r2, [b];\n}\n"
                             "st.global.u32 [%d1], %r2;\n",
                         2, twice));
    device.run("k", {1}, {1}, {device.upload(std::vector<int>(64, 0)), device.allocate(256)});
    check(device.findings.count() == (used ? 1u : 0u), "undefined: an argument");
  }
}

}  // namespace

int main() {
  definedness();
  undefined_arguments();
  return result();
}
