// What is no PTX, or none that is known, is one line with the place; never a crash.
#include <random>

#include "device.hpp"

using namespace emu;
using namespace emu::test;

namespace {

std::string refusal(const std::string& text) {
  try {
    Device device(text);
    device.run("k", {1}, {32}, {0});
  } catch (const ptx::Unsupported& reason) {
    return reason.what();
  }
  return "";
}

void refused(const std::string& what, const std::string& text, const std::string& expected) {
  const std::string line = refusal(text);
  check(line.find(expected) != std::string::npos, what + ": '" + line + "'");
  check(line.find('\n') == std::string::npos, what + ": more than one line");
}

void refusals() {
  refused("unknown instruction", kernel("wgmma.fence.sync.aligned;\n", 1),
          "PTX line 13: instruction 'wgmma.fence.sync.aligned' is not supported");
  refused("a shape of mma that is not there",
          kernel("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, "
                 "%r1}, {%r2, %r3}, {%f0, %f1, %f2, %f3};\n",
                 1),
          "PTX line 13: instruction 'mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32' is not");
  for (const std::string kind : {"sp", "sp::ordered_metadata"})
    refused("sparse mma",
            kernel("mma." + kind +
                       ".sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, "
                       "%r1}, {%r2, %r3}, {%f0, %f1, %f2, %f3}, %r4, 0x0;\n",
                   1),
            "PTX line 13: instruction 'mma." + kind +
                ".sync.aligned.m16n8k16.row.col.f32.f16.f16.f32' is not supported");
  refused("mma with too few registers",
          kernel("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, "
                 "%r1}, {%r4, %r5}, {%f0, %f1, %f2, %f3};\n",
                 1),
          "PTX line 13: instruction 'mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32' is not");
  refused("wmma.load into too few registers",
          kernel("wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r0, %r1}, [%d0];\n", 1),
          "is not supported");
  refused("ldmatrix of bytes",
          kernel("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r0}, [%r1];\n", 1),
          "is not supported");
  refused("a copy to several blocks",
          kernel("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::"
                 "cluster [%r0], [%d0], 16, [%r1], %h0;\n",
                 1),
          "multicast::cluster' is not supported");
  refused(
      "a reduction in bulk",
      kernel("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%d0], [%r0], 16;\n", 1),
      "is not supported");
  refused("a texture of three dimensions",
          kernel("tex.3d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%d0, {%f4, %f5, %f6, %f7}];\n", 1),
          "PTX line 13: instruction 'tex.3d.v4.f32.f32' is not supported");
  refused("a surface", kernel("suld.b.1d.b32.trap {%r0}, [%d0, {%r1}];\n", 1),
          "PTX line 13: instruction 'suld.b.1d.b32.trap' is not supported");
  refused("unknown modifier", kernel("add.weird.s32 %r0, %r1, %r2;\n", 1),
          "'add.weird.s32' is not supported");
  refused("register of another size", kernel("add.s32 %r0, %d1, %r2;\n", 1),
          "'%d1' has 64 bits, the instruction 32");
  refused("undeclared register", kernel("add.s32 %r0, %q1, %r2;\n", 1),
          "register '%q1' is not known");
  refused("unknown label", kernel("bra NOWHERE;\n", 1), "there is no label 'NOWHERE'");
  refused("unknown symbol", kernel("mov.u64 %d0, nothing;\n", 1), "'nothing' is not declared");
  refused("open function", ".version 8.0\n.target sm_90\n.entry k() {\nret;\n",
          "a function that does not end");
  refused("another target", ".version 8.0\n.target texmode_unified\n.entry k() { ret; }\n",
          "target");
  refused("a quoted text over lines", ".version 8.0\n.target sm_90\n.extern .func f\".param\nx\" {",
          "PTX line 3: ");
  const std::string head = ".version 8.0\n.target sm_90\n";
  refused("too many registers", kernel(".reg .b32 %many<4294967295>;\n", 1), "4294967295 times");
  refused("an attribute without end", head + ".global .attribute(", "that does not end");
  refused("too large an array", head + ".global .b8 x[4294967296][4294967296];\n", "2^40 bytes");
  refused("too many values", head + ".global .b8 x[2] = {1, 2, 3};\n",
          "'x' has more values than room");
  refused("32-bit addresses", ".version 8.0\n.target sm_90\n.address_size 32\n",
          "PTX line 3: only addresses of 64 bits");
}

// Text with words lost, doubled and exchanged: it is understood or refused, in one line.
void fuzz() {
  const std::string seed = kernel(
      ".loc 1 2 3\n.shared .align 8 .b8 tile[64];\nmov.u32 %r0, %tid.x;\n{ .reg .b32 t; mov.u32 t, "
      "3; add.s32 %r1, t, %r0; }\nsetp.lt.s32 %p0|%p1, %r0, 4;\n@!%p0 bra L1;\n"
      "ld.param.u64 %d1, [p0];\ncvt.rn.f64.s32 %g0, %r0;\nfma.rn.f64 %g1, %g0, 0d3FF0000000000000, "
      "1.5;\nmov.b64 {%r2, %r3}, %d1;\n"
      "shfl.sync.down.b32 %r4|%p2, %r0, 1, 31, -1;\nbar.sync 0;\nL1:\nselp.b32 %r5, %r0, %r1, "
      "%p1;\natom.shared.add.u32 %r6, [tile+4], 1;\n",
      1,
      ".global .align 4 .b8 table[8] = {1, 2, 3, 4, 5, 6, 7, 8};\n.global .u64 pointer = "
      "table+4;\n");
  std::mt19937 random(7);
  unsigned understood = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string text = seed;
    const unsigned changes = 1 + random() % 4;
    for (unsigned i = 0; i < changes; ++i) {
      const std::size_t at = random() % text.size();
      const std::size_t length = 1 + random() % 12;
      switch (random() % 4) {
        case 0:
          text.erase(at, length);
          break;
        case 1:
          text.insert(at, text.substr(random() % text.size(), length));
          break;
        case 2:
          text[at] = static_cast<char>(32 + random() % 95);
          break;
        default:
          text.resize(at + 1);
          break;
      }
      if (text.empty()) text = " ";
    }
    try {
      Device device(text);
      ++understood;
    } catch (const ptx::Unsupported&) {
    }
  }
  check(understood > 0, "nothing was understood");
}

}  // namespace

int main() {
  refusals();
  fuzz();
  return result();
}
