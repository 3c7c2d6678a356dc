// Planted faults are found and rightly named; the same programs without the fault have no finding.
#include "check/known.hpp"
#include "device.hpp"
#include "planted.hpp"

using namespace emu;
using namespace emu::test;

namespace {

void run(const Planted& program, const std::string& body, std::uint64_t seed, Findings& findings) {
  Device device(kernel(body, 2, program.variables));
  device.options.seed = seed;
  device.options.stall_limit = 200000;
  device.run("k", program.grid, program.block,
             {device.upload(std::vector<int>(256, 0)), device.allocate(1024)});
  findings = device.findings;
}

void faults() {
  for (const Planted& program : programs())
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      const std::string name = program.name + std::string(", seed ") + std::to_string(seed);
      Findings good;
      run(program, program.good, seed, good);
      check(good.count() == 0, name + ": a finding in the good program");
      if (seed >= program.seeds) continue;
      Findings bad;
      run(program, program.bad, seed, bad);
      bool found = false;
      for (const Finding& finding : bad.list()) found |= finding.fault == program.fault;
      check(found, name + ": not found");
    }
}

// A function that calls itself, so often as its argument says, with 64 bytes of its own.
void stack_limit() {
  const std::string text =
      ".version 8.0\n.target sm_90\n.address_size 64\n"
      ".func (.param .b32 out) f(.param .b32 in)\n{\n.local .align 16 .b8 own[64];\n"
      ".reg .b32 %r<6>;\n.reg .pred %p<2>;\nld.param.u32 %r0, [in];\nmov.u32 %r2, 0;\n"
      "st.local.u32 [own], %r0;\nsetp.eq.u32 %p0, %r0, 0;\n@%p0 bra DONE;\nsub.u32 %r1, %r0, 1;\n"
      "{\n.param .b32 a;\n.param .b32 b;\nst.param.b32 [a], %r1;\ncall (b), f, (a);\n"
      "ld.param.b32 %r2, [b];\n}\nDONE:\nld.local.u32 %r3, [own];\nadd.u32 %r3, %r3, %r2;\n"
      "st.param.b32 [out], %r3;\nret;\n}\n"
      ".visible .entry k(.param .u64 p0, .param .u64 p1)\n{\n.reg .b32 %r<4>;\n.reg .b64 %d<4>;\n"
      "ld.param.u64 %d0, [p0];\nld.param.u64 %d1, [p1];\ncvt.u32.u64 %r0, %d1;\n"
      "{\n.param .b32 a;\n.param .b32 b;\nst.param.b32 [a], %r0;\ncall (b), f, (a);\n"
      "ld.param.b32 %r1, [b];\n}\nst.global.u32 [%d0], %r1;\nret;\n}\n";
  for (const std::uint64_t depth : {10u, 20u}) {
    Device device(text);
    const auto out = device.upload(std::vector<int>(1, 0));
    device.run("k", {1}, {1}, {out, depth});
    const bool found =
        device.findings.count() == 1 && device.findings.list()[0].fault == Fault::stack_overflow;
    check(
        depth == 10 ? device.findings.count() == 0 && device.download<int>(out, 1)[0] == 55 : found,
        "the stack of a function that calls itself, " + std::to_string(depth) + " deep");
  }
}

// Others get what they need.
void large_frames() {
  Device device(
      kernel(".local .align 16 .b8 own[4000];\nst.local.u32 [own+3996], 1;\ncall g, ();\n", 0,
             ".func g()\n{\n.local .align 16 .b8 more[4000];\n"
             "st.local.u32 [more+3996], 1;\nret;\n}\n"));
  device.run("k", {1}, {32}, {});
  check(device.findings.count() == 0, "large frames of functions that do not call themselves");
}

void constants_stay() {
  DeviceMemory memory(std::uint64_t{1} << 20);
  const std::uint64_t address = memory.allocate(16, "test");
  memory.mark(address, 16, constant);
  memory.mark(address, 16, initialised);
  check(*memory.shadow(address) == constant && memory.state(address, 16) == initialised,
        "constant memory that is copied to");
}

// LLVM's reduction over teams: the last of a number of teams lets the next go on, which reads what
// all of them left, with atomics that its compiler writes relaxed.
void reduction_of_llvm() {
  const std::string body =
      "ld.param.u64 %d1, [p0];\nmov.u32 %r0, %ctaid.x;\nsetp.eq.s32 %p0, %r0, 2;\n"
      "@%p0 bra NEXT;\nmul.wide.u32 %d4, %r0, 4;\nadd.s64 %d4, %d1, %d4;\n"
      "st.global.u32 [%d4+64], 7;\nmembar.gl;\natom.global.inc.u32 %r1, [%d1], 1023;\n"
      "st.shared.u32 [count], %r1;\nsetp.ne.s32 %p1, %r1, 1;\n@%p1 bra END;\n"
      "add.s64 %d3, %d1, 4;\natom.global.add.u32 %r1, [%d3], 1;\nbra END;\n"
      "NEXT:\nadd.s64 %d2, %d1, 4;\nAGAIN:\natom.global.or.b32 %r2, [%d2], 0;\n"
      "st.shared.u32 [bound], %r2;\nsetp.eq.s32 %p1, %r2, 0;\n@%p1 bra AGAIN;\n"
      "ld.global.v2.u32 {%r3, %r4}, [%d1+64];\nEND:\n";
  const std::string kept = "st.shared.u32 [count], %r1;\n";
  std::string in_register = body;
  in_register.erase(in_register.find(kept), kept.size());
  for (const auto& [code, of_runtime] :
       {std::pair{body, true}, {in_register, true}, {body, false}, {in_register, false}}) {
    std::string text =
        kernel(code, 1, ".shared .align 4 .u32 count;\n.shared .align 4 .u32 bound;");
    const auto rename = [&](const std::string& from, const std::string& to) {
      for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    };
    const std::string function = "_ZZ35__kmpc_nvptx_teams_reduce_nowait_v2E";
    rename("count", of_runtime ? function + "14ChunkTeamCount" : "a");
    rename("bound", of_runtime ? function + "5Bound" : "b");
    Device device(text);
    device.run("k", {3}, {1}, {device.upload(std::vector<int>(32, 0))});
    check((device.findings.count() == 0) == of_runtime,
          of_runtime ? "LLVM's reduction over teams" : "relaxed atomics of others");
  }
}

void after_free() {
  Device device(kernel(at_thread("st.global.u32 [%d2], 1;\n"), 1));
  const auto array = device.upload(std::vector<int>(32, 0));
  device.release(array);
  device.run("k", {1}, {32}, {array});
  check(device.findings.count() == 32 && device.findings.list()[0].fault == Fault::use_after_free,
        "use after free");
}

void known_findings() {
  check(!known_race("gomp_nvptx_main", "module 2", "", false).empty(), "known in the runtime");
  check(known_race("gomp_nvptx_main", "", "", false).empty(), "a user's function of that name");
  for (const char* one :
       {"gomp_ordered_next", "gomp_ordered_static_next", "gomp_team_start", "omp_set_nest_lock",
        "GOMP_task", "gomp_barrier_handle_tasks", "GOMP_ordered_start"})
    check(!known_race(one, "module 4", "", false).empty() && known_race(one, "", "", false).empty(),
          std::string("known in the runtime: ") + one);
  for (const char* one : {"byte 0 of variable 'errno'", "byte 224 of variable 'impure_data'"})
    check(!known_race("k", "", one, false).empty(), one);
  check(!known_race("__malloc_lock", "", "byte 0 of variable '__heap_lock_id'", false).empty(),
        "who holds the lock of newlib's heap");
  check(!known_race("memcpy", "module 7", "byte 0 of variable 'gomp_global_icv'", false).empty(),
        "defaults of teams");
  check(!known_race("omp_get_num_teams", "module 5", "", false).empty(), "the number of teams");
  check(!known_race("gomp_init_task", "module 14", "", false).empty(),
        "a task of the region before");
  check(!known_race("gomp_free_thread", "module 2", "", false).empty() &&
            !known_race("gomp_ordered_sync", "module 2", "", false).empty(),
        "the end of a team, and ordered regions");
  check(known_race("main$_omp_fn$0", "module 1", "variable 'x'", false).empty(),
        "a user's function");
  check(!known_race("k", "", "byte 0 of variable '_openmp_teams_reductions_buffer_$_'", false)
             .empty(),
        "memory of the runtime");
  const std::string mark = "in shared memory, byte 0 of variable '__nvptx_uni'";
  check(!known_race("main$_omp_fn$1", "module 1", mark, true).empty(), "the mark of a warp");
  check(known_race("main$_omp_fn$1", "module 1", mark, false).empty(), "and another value in it");
  const std::string shared = "in shared memory, byte 8 of variable '_shared11_$_0'";
  check(!known_race("k", "", shared, true).empty() && known_race("k", "", shared, false).empty(),
        "what a team of LLVM shares");
  const std::string state = "in shared memory, byte 40 of variable '_ZN4ompx5state9TeamStateE'";
  const std::string states = "in shared memory, byte 0 of variable '_ZN4ompx5state12ThreadStatesE'";
  check(!known_race("k", "", state, false).empty() && !known_race("k", "", states, false).empty(),
        "the state of a team of LLVM");
}

// Of code of GCC for OpenMP nothing tells a relaxed atomic load from a plain one.
void plain_beside_strong() {
  const std::string at = "ld.param.u64 %d1, [p0];\nadd.u64 %d2, %d1, 2;\n";
  const std::string add = "atom.global.add.u32 %r2, [%d1], 1;\n";
  const struct {
    std::string plain;
    bool found;
  } cases[] = {{"ld.global.u32 %r1, [%d1];\n", false},
               {"ld.global.u16 %r1, [%d2];\n", false},
               {"ld.global.u8 %r1, [%d2];\n", false},
               {"st.global.u32 [%d1], 1;\n", false},
               {"st.global.u16 [%d2], 1;\n", true}};
  for (const bool gcc : {true, false})
    for (const auto& one : cases) {
      Device device(
          kernel(at + one.plain + add, 1, gcc ? ".shared .align 4 .b8 __nvptx_uni[128];\n" : ""));
      device.run("k", {1}, {64}, {device.upload(std::vector<int>(1, 0))});
      check((device.findings.count() > 0) == (one.found || !gcc), one.plain);
    }
}

// What has one byte is changed by compare and swap of its word, part of which nobody allocated.
void part_of_word() {
  const std::string begin = "ld.param.u64 %d1, [p0];\n";
  const std::string load = "ld.global.u32 %r1, [%d1];\n";
  const std::string masked = "and.b32 %r4, %r1, -256;\nor.b32 %r2, %r4, 7;\n";
  const std::string swap = "atom.global.cas.b32 %r3, [%d1], %r1, %r2;\n";
  const std::string other = "or.b32 %r5, %r4, 0;\natom.global.cas.b32 %r3, [%d1], %r5, %r2;\n";
  const struct {
    const char* what;
    std::string body;
    bool found;
    int left;
  } cases[] = {
      {"the byte alone", begin + load + masked + swap, false, 7},
      {"compared with other bits", begin + load + masked + other, false, 7},
      {"a byte behind it, too", begin + load + "mov.u32 %r2, 0x107;\n" + swap, true, 0},
      {"a load without a swap", begin + load, true, 0},
      {"another operation", begin + "red.global.add.u32 [%d1], 7;\n", true, 0},
      {"behind the end", begin + "add.u64 %d1, %d1, 4;\n" + load + masked + swap, true, 0},
  };
  for (const auto& [what, body, found, left] : cases) {
    Device device(kernel(body, 1));
    const auto byte = device.upload(std::vector<std::uint8_t>{0});
    device.run("k", {1}, {1}, {byte});
    const std::string name = std::string("part of a word: ") + what;
    check((device.findings.count() > 0) == found, name);
    check(device.download<std::uint8_t>(byte, 1)[0] == left, name + ", its value");
    for (const Finding& finding : device.findings.list())
      check(finding.fault == Fault::out_of_bounds, name + ", its kind");
  }
}

// Functions have shared variables of their own, for which every kernel has room.
void shared_in_functions() {
  const auto keeps = [](const char* name) {
    return std::string(".func (.param .b32 out) ") + name +
           "(.param .b32 in) {\n.reg .b32 %r<4>;\n.shared .align 4 .u32 kept;\n"
           "ld.param.b32 %r1, [in];\nld.shared.u32 %r2, [kept];\n"
           "st.shared.u32 [kept], %r1;\nst.param.b32 [out], %r2;\nret;\n}\n";
  };
  const auto call = [](const char* name, const char* value, const char* into) {
    return std::string("{\n.param .b32 a;\n.param .b32 b;\nst.param.b32 [a], ") + value +
           ";\ncall (b), " + name + ", (a);\nld.param.b32 " + into + ", [b];\n}\n";
  };
  Device device(kernel("ld.param.u64 %d1, [p0];\nmov.u32 %r5, 40;\nst.shared.u32 [own], %r5;\n" +
                           call("first", "7", "%r1") + call("second", "8", "%r1") +
                           call("first", "9", "%r2") + call("second", "9", "%r3") +
                           "ld.shared.u32 %r4, [own];\nst.global.u32 [%d1], %r2;\n"
                           "st.global.u32 [%d1+4], %r3;\nst.global.u32 [%d1+8], %r4;\n",
                       1, ".shared .align 4 .u32 own;\n" + keeps("first") + keeps("second")));
  const auto out = device.upload(std::vector<int>(3, 0));
  device.run("k", {1}, {1}, {out});
  check(device.findings.count() == 0 && device.download<int>(out, 3) == std::vector<int>{7, 8, 40},
        "shared variables of functions");
}

void shared_names() {
  Device device(kernel("mov.u32 %r0, tile;\nst.shared.u32 [%r0+8], %r0;\n", 0,
                       ".shared .align 8 .b8 first[16];\n.shared .align 8 .b8 tile[64];"));
  device.run("k", {1}, {64}, {});
  check(device.findings.count() > 0 &&
            device.findings.list()[0].text.find("in shared memory, byte 8 of variable 'tile'") !=
                std::string::npos,
        "the name of what is in shared memory");
}

// Independent threads: one waits for another of its warp.
void spin_lock() {
  const std::string body =
      "ld.param.u64 %d1, [p0];\nTRY:\natom.acquire.gpu.global.cas.b32 %r1, [%d1], 0, "
      "1;\nsetp.ne.s32 %p0, %r1, 0;\n@%p0 bra TRY;\n"
      "ld.global.u32 %r2, [%d1+64];\nadd.s32 %r2, %r2, 1;\nst.global.u32 [%d1+64], %r2;\n"
      "atom.release.gpu.global.exch.b32 %r3, [%d1], 0;\n";
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Device device(kernel(body, 1));
    device.options.seed = seed;
    device.options.races = false;  // lanes of one warp know each other's order only as a whole
    const auto lock = device.upload(std::vector<int>(32, 0));
    device.run("k", {3}, {40}, {lock});
    check(device.findings.count() == 0 && device.download<int>(lock, 17)[16] == 120,
          "spin lock, seed " + std::to_string(seed));
  }
}

// A lock as GCC's runtime has it: what opens it is a plain store behind a fence.
void lock_of_gcc() {
  const std::string body =
      "ld.param.u64 %d1, [p0];\nTRY:\natom.global.exch.b32 %r1, [%d1], 1;\nmembar.sys;\n"
      "setp.ne.s32 %p0, %r1, 0;\n@%p0 bra TRY;\n"
      "ld.global.u32 %r2, [%d1+64];\nadd.s32 %r2, %r2, 1;\nst.global.u32 [%d1+64], %r2;\n"
      "membar.sys;\nmov.u32 %r3, 0;\nst.global.u32 [%d1], %r3;\n";
  for (const bool gcc : {true, false}) {
    Device device(kernel(body, 1, gcc ? uniform : ""));
    const auto lock = device.upload(std::vector<int>(32, 0));
    device.run("k", {3}, {1}, {lock});
    check((device.findings.count() == 0) == gcc && device.download<int>(lock, 17)[16] == 3,
          gcc ? "a lock of GCC's runtime" : "a plain store to a lock");
  }
}

}  // namespace

int main() {
  faults();
  stack_limit();
  large_frames();
  constants_stay();
  reduction_of_llvm();
  after_free();
  known_findings();
  plain_beside_strong();
  part_of_word();
  shared_in_functions();
  shared_names();
  spin_lock();
  lock_of_gcc();
  return result();
}
