// Programs with one fault each, and the same without it.
#pragma once

#include "device.hpp"

namespace emu::test {

struct Planted {
  const char* name;
  std::string good;
  std::string bad;
  Fault fault;
  Extent grid{1}, block{32};
  std::string variables = "";
  std::uint64_t seeds = 6;  // of the bad program: of so many it is found in each
};

inline std::string at_thread(const std::string& rest) {
  return "mov.u32 %r0, %tid.x;\nmul.wide.u32 %d0, %r0, 4;\nld.param.u64 %d1, [p0];\nadd.s64 %d2, "
         "%d1, %d0;\n" +
         rest;
}

// What GCC declares where warps keep one value in all lanes.
inline const std::string uniform = ".shared .align 4 .b8 __nvptx_uni[128];";

inline const std::string table =
    ".const .align 4 .b8 table[16] = {1,0,0,0,2,0,0,0,3,0,0,0,4,0,0,0};";
inline const std::string tile = ".shared .align 4 .b8 tile[256];";

// Each thread writes its word of the tile and reads that of its neighbour, 63 - thread.
inline std::string exchange(const std::string& between) {
  return at_thread(
      "mov.u32 %r1, tile;\nshl.b32 %r2, %r0, 2;\nadd.s32 %r3, %r1, %r2;\nst.shared.u32 [%r3], "
      "%r0;\n" +
      between +
      "sub.s32 %r4, 252, %r2;\nadd.s32 %r4, %r1, %r4;\nld.shared.u32 %r5, [%r4];\nst.global.u32 "
      "[%d2], %r5;\n");
}

// Block 0 writes data and raises a flag, block 1 waits for it.
inline std::string hand_over(const std::string& release, const std::string& acquire) {
  return "ld.param.u64 %d1, [p0];\nmov.u32 %r0, %ctaid.x;\nsetp.ne.s32 %p0, %r0, 0;\n@%p0 bra "
         "READER;\n"
         "st.global.u32 [%d1], 7;\n" +
         release +
         "bra END;\n"
         "READER:\nld.relaxed.gpu.global.u32 %r1, [%d1+128];\nsetp.eq.s32 %p1, %r1, 0;\n@%p1 bra "
         "READER;\n" +
         acquire + "ld.global.u32 %r2, [%d1];\nst.global.u32 [%d1+64], %r2;\nEND:\n";
}

// The first thread of the second block sees the flag, all others of its block read the value.
inline std::string seen_by_another(const std::string& acquire,
                                   const std::string& release = "membar.gl;\n") {
  return "ld.param.u64 %d1, [p0];\nmov.u32 %r0, %ctaid.x;\nmov.u32 %r3, %tid.x;\n"
         "setp.ne.s32 %p0, %r3, 0;\n@%p0 bra MEET;\nsetp.ne.s32 %p1, %r0, 0;\n@%p1 bra READER;\n"
         "st.global.u32 [%d1], 7;\n" +
         release +
         "st.relaxed.gpu.global.u32 [%d1+128], 1;\nbra MEET;\n"
         "READER:\nld.relaxed.gpu.global.u32 %r1, [%d1+128];\nsetp.eq.s32 %p1, %r1, 0;\n"
         "@%p1 bra READER;\nMEET:\nbar.sync 0;\nsetp.eq.s32 %p1, %r0, 0;\n@%p1 bra END;\n" +
         acquire + "ld.global.u32 %r2, [%d1];\nEND:\n";
}

// Thread 0 writes and raises a flag, the first of the other warp waits for it.
inline std::string in_block(const std::string& release, const std::string& acquire) {
  return "ld.param.u64 %d1, [p0];\nmov.u32 %r0, %tid.x;\nsetp.eq.s32 %p0, %r0, 32;\n"
         "@%p0 bra READER;\nsetp.ne.s32 %p0, %r0, 0;\n@%p0 bra END;\nst.global.u32 [%d1], 7;\n" +
         release +
         "atom.global.exch.b32 %r1, [%d1+128], 1;\nbra END;\nREADER:\n"
         "atom.global.or.b32 %r1, [%d1+128], 0;\nsetp.eq.s32 %p1, %r1, 0;\n@%p1 bra READER;\n" +
         acquire + "ld.global.u32 %r2, [%d1];\nst.global.u32 [%d1+64], %r2;\nEND:\n";
}

// Each lane takes a lock, adds and gives it back.
inline std::string lock_of_lanes(const std::string& release, const std::string& acquire) {
  return "ld.param.u64 %d1, [p0];\nTRY:\natom.global.cas.b32 %r1, [%d1], 0, 1;\n"
         "setp.ne.s32 %p0, %r1, 0;\n@%p0 bra TRY;\n" +
         acquire +
         "ld.global.u32 %r2, [%d1+64];\nadd.s32 %r2, %r2, 1;\nst.global.u32 [%d1+64], %r2;\n" +
         release + "atom.global.exch.b32 %r3, [%d1], 0;\n";
}

// All threads of block 0 write and fence and meet, its first raises a flag; block 1 reads all.
inline std::string fenced_by_all(const std::string& fence) {
  return at_thread(
      "mov.u32 %r3, %ctaid.x;\nsetp.ne.s32 %p0, %r3, 0;\n@%p0 bra READER;\n"
      "st.global.u32 [%d2], 7;\n" +
      fence +
      "bar.sync 0;\nsetp.ne.s32 %p1, %r0, 0;\n@%p1 bra END;\n"
      "st.relaxed.gpu.global.u32 [%d1+512], 1;\nbra END;\n"
      "READER:\nld.relaxed.gpu.global.u32 %r1, [%d1+512];\nsetp.eq.s32 %p1, %r1, 0;\n"
      "@%p1 bra READER;\nmembar.gl;\nxor.b32 %r4, %r0, 32;\n"
      "mul.wide.u32 %d3, %r4, 4;\nadd.s64 %d3, %d1, %d3;\nld.global.u32 %r2, [%d3];\n"
      "END:\n");
}

// The tile is read, then overwritten by copies that are waited for behind a barrier.
inline std::string copied_over(const std::string& between) {
  return exchange("bar.sync 0;\n") + between +
         "cp.async.ca.shared.global [%r3], [%d2], 4;\ncp.async.commit_group;\nbar.sync 0;\n"
         "cp.async.wait_group 0;\n";
}

// The first threads of three warps use bytes of one word.
inline std::string neighbours(const std::string& accesses) {
  return at_thread(
      "setp.eq.s32 %p0, %r0, 0;\nsetp.eq.s32 %p1, %r0, 32;\n"
      "setp.eq.s32 %p2, %r0, 64;\n" +
      accesses);
}

// Threads of the first warp go to bytes side by side, then one of the second to the first of them.
inline std::string bytes_side_by_side(const std::string& each, const std::string& between,
                                      const std::string& then) {
  return "ld.param.u64 %d1, [p0];\nmov.u32 %r0, %tid.x;\ncvt.u64.u32 %d2, %r0;\n"
         "add.s64 %d2, %d1, %d2;\nsetp.gt.u32 %p0, %r0, 31;\n@%p0 bra MEET;\n" +
         each + "MEET:\n" + between + "setp.ne.u32 %p1, %r0, 32;\n@%p1 bra END;\n" + then +
         "END:\n";
}

// Threads write bytes of a word, then one the word, of which one of another warp reads the last
// byte.
inline std::string word_over_bytes(const std::string& between) {
  return "ld.param.u64 %d1, [p0];\nmov.u32 %r0, %tid.x;\ncvt.u64.u32 %d2, %r0;\n"
         "add.s64 %d2, %d1, %d2;\nst.global.u8 [%d2], 1;\nbar.sync 0;\n"
         "setp.eq.u32 %p0, %r0, 0;\n@%p0 st.global.u32 [%d1], 1;\n" +
         between +
         "setp.eq.u32 %p1, %r0, 32;\n@%p1 ld.global.u8 %r1, [%d1+3];\n"
         "@%p1 st.global.u8 [%d1+200], %r1;\n";
}

inline std::vector<Planted> programs() {
  const std::string st = "st.global.u32 [%d2], 1;\n";
  const std::string summed = "add.s32 %r5, %r5, 1;\nst.global.u32 [%d2], %r5;\n";
  return {
      {"store beyond the array", at_thread(st), at_thread("st.global.u32 [%d2+4000], 1;\n"),
       Fault::out_of_bounds},
      {"beyond the array, over and over", at_thread(st),
       at_thread("AGAIN:\nst.global.u32 [%d2+4000], 1;\n" + st + "bra AGAIN;\n"),
       Fault::out_of_bounds},
      {"off by one", at_thread("st.global.u32 [%d2+896], 1;\n"),
       at_thread("st.global.u32 [%d2+900], 1;\n"), Fault::out_of_bounds},
      {"address of the host", at_thread(st),
       at_thread("mov.u64 %d3, 305419896;\nst.global.u32 [%d3], 1;\n"), Fault::out_of_bounds},
      {"misaligned", at_thread("ld.global.u32 %r1, [%d2];\n"),
       at_thread("ld.global.u32 %r1, [%d2+2];\n"), Fault::misaligned},
      {"misaligned vector", at_thread("ld.global.v2.u32 {%r1, %r2}, [%d1+8];\n"),
       at_thread("ld.global.v2.u32 {%r1, %r2}, [%d1+4];\n"), Fault::misaligned},
      {"a shared address used as a global one",
       exchange("bar.sync 0;\n"),
       "mov.u64 %d3, tile;\ncvta.shared.u64 %d3, %d3;\nst.global.u32 [%d3], 1;\n",
       Fault::wrong_space,
       {1},
       {64},
       tile},
      {"uninitialised global memory", at_thread("ld.global.u32 %r1, [%d2];\n"),
       at_thread("ld.param.u64 %d3, [p1];\nadd.s64 %d3, %d3, %d0;\nld.global.u32 %r1, [%d3];\n"
                 "mul.lo.s32 %r1, %r1, 3;\nst.global.u32 [%d2], %r1;\n"),
       Fault::uninitialised},
      {"uninitialised shared memory",
       exchange("bar.sync 0;\n"),
       at_thread("mov.u32 %r1, tile;\nld.shared.u32 %r2, [%r1+8];\n"
                 "add.s32 %r2, %r2, 1;\nst.global.u32 [%d2], %r2;\n"),
       Fault::uninitialised,
       {1},
       {64},
       tile},
      {"uninitialised local memory",
       ".local .align 4 .b8 own[16];\nst.local.u32 [own+4], 1;\nld.local.u32 %r1, [own+4];\n",
       ".local .align 4 .b8 own[16];\nst.local.u32 [own+4], 1;\nld.local.u32 %r1, [own+8];\n"
       "setp.ne.s32 %p0, %r1, 0;\n@%p0 trap;\n",
       Fault::uninitialised},
      {"beyond local memory", ".local .align 4 .b8 own[16];\nst.local.u32 [own+12], 1;\n",
       ".local .align 4 .b8 own[16];\nst.local.u32 [own+16], 1;\n", Fault::out_of_bounds},
      {"beyond shared memory",
       exchange("bar.sync 0;\n"),
       at_thread("mov.u32 %r1, tile;\nst.shared.u32 [%r1+256], %r0;\n"),
       Fault::out_of_bounds,
       {1},
       {64},
       tile},
      {"no barrier between warps",
       exchange("bar.sync 0;\n"),
       exchange(""),
       Fault::race,
       {1},
       {64},
       tile},
      {"a warp barrier is too little",
       exchange("barrier.sync 0;\n"),
       exchange("bar.warp.sync -1;\n"),
       Fault::race,
       {1},
       {64},
       tile},
      {"no barrier among lanes",
       at_thread("mov.u32 %r1, tile;\nshl.b32 %r2, %r0, 2;\nadd.s32 %r3, %r1, %r2;\nst.shared.u32 "
                 "[%r3], %r0;\nbar.warp.sync -1;\n"
                 "xor.b32 %r4, %r2, 4;\nadd.s32 %r4, %r1, %r4;\nld.shared.u32 %r5, [%r4];\n"),
       at_thread("mov.u32 %r1, tile;\nshl.b32 %r2, %r0, 2;\nadd.s32 %r3, %r1, %r2;\nst.shared.u32 "
                 "[%r3], %r0;\n"
                 "xor.b32 %r4, %r2, 4;\nadd.s32 %r4, %r1, %r4;\nld.shared.u32 %r5, [%r4];\n"),
       Fault::race,
       {1},
       {32},
       tile},
      {"a sum without atomics",
       at_thread("red.global.add.u32 [%d1], 1;\n"),
       at_thread("ld.global.u32 %r1, [%d1];\nadd.s32 %r1, %r1, 1;\nst.global.u32 [%d1], %r1;\n"),
       Fault::race,
       {4},
       {32}},
      {"the same value from all", at_thread("atom.global.exch.b32 %r1, [%d1], 5;\n"),
       at_thread("st.global.u32 [%d1], 5;\n"), Fault::same_value_race},
      {"atomic scope of a block",
       at_thread("red.relaxed.gpu.global.add.u32 [%d1], 1;\n"),
       at_thread("red.relaxed.cta.global.add.u32 [%d1], 1;\n"),
       Fault::narrow_scope,
       {2},
       {32}},
      {"hand-over without release",
       hand_over("membar.gl;\nst.relaxed.gpu.global.u32 [%d1+128], 1;\n", "membar.gl;\n"),
       hand_over("st.relaxed.gpu.global.u32 [%d1+128], 1;\n", "membar.gl;\n"),
       Fault::race,
       {2},
       {1}},
      {"hand-over without acquire",
       hand_over("st.release.gpu.global.u32 [%d1+128], 1;\n", "fence.acq_rel.gpu;\n"),
       hand_over("st.release.gpu.global.u32 [%d1+128], 1;\n", ""),
       Fault::race,
       {2},
       {1}},
      {"hand-over across a barrier, to a fence that is not sequentially consistent",
       seen_by_another("membar.gl;\n"),
       seen_by_another("fence.acq_rel.gpu;\n"),
       Fault::race,
       {2},
       {64}},
      {"hand-over across a barrier, from a fence that is not sequentially consistent",
       seen_by_another("membar.gl;\n"),
       seen_by_another("membar.gl;\n", "fence.acq_rel.gpu;\n"),
       Fault::race,
       {2},
       {64}},
      {"hand-over across a barrier, without a fence",
       seen_by_another("fence.sc.gpu;\n"),
       seen_by_another(""),
       Fault::race,
       {2},
       {64}},
      {"a barrier that not all lanes reach", at_thread("bar.sync 0;\n"),
       at_thread("setp.lt.u32 %p0, %r0, 16;\n@%p0 bra HALF;\nbar.sync 0;\nbra "
                 "END;\nHALF:\nbar.sync 0;\nEND:\n"),
       Fault::divergent_barrier},
      {"a barrier under a predicate", at_thread("bar.sync 0;\n"),
       at_thread("setp.lt.u32 %p0, %r0, 16;\n@%p0 bar.sync 0;\n"), Fault::divergent_barrier},
      {"lanes that come past a barrier and end",
       at_thread("setp.gt.u32 %p0, %r0, 47;\n@%p0 bra END;\nbar.sync 0;\nst.global.u32 [%d2], "
                 "1;\nEND:\n"),
       at_thread("setp.gt.u32 %p0, %r0, 47;\n@%p0 bra PAST;\nbar.sync 0;\nPAST:\n"
                 "st.global.u32 [%d2], 1;\n"),
       Fault::divergent_barrier,
       {1},
       {64}},
      {"lanes that end early, in a block behind all others",
       at_thread("setp.gt.u32 %p0, %r0, 47;\n@%p0 bra EARLY;\nbar.sync 0;\n"
                 "st.global.u32 [%d2], 1;\nret;\nEARLY:\nst.global.u32 [%d2], 2;\n"),
       at_thread("setp.gt.u32 %p0, %r0, 47;\n@%p0 bra PAST;\nbar.sync 0;\nPAST:\n"
                 "ld.global.u32 %r1, [%d2];\n"),
       Fault::divergent_barrier,
       {1},
       {64}},
      {"a ballot of half a warp whose mask names all",
       at_thread("setp.gt.u32 %p0, %r0, 15;\n@%p0 bra PAST;\n"
                 "vote.sync.ballot.b32 %r1, 1, 65535;\nPAST:\nst.global.u32 [%d2], 1;\n"),
       at_thread("setp.gt.u32 %p0, %r0, 15;\n@%p0 bra PAST;\n"
                 "vote.sync.ballot.b32 %r1, 1, -1;\nPAST:\nst.global.u32 [%d2], 1;\n"),
       Fault::lane_mask},
      {"a ballot of a loop that lanes leave",
       at_thread("mov.u32 %r2, 0;\nAGAIN:\nvote.sync.ballot.b32 %r1, 1, -1;\n"
                 "st.global.u32 [%d2], %r1;\nadd.s32 %r2, %r2, 4;\nsetp.lt.u32 %p0, %r2, %r0;\n"
                 "@%p0 bra AGAIN;\n"),
       at_thread("setp.gt.u32 %p0, %r0, 15;\n@%p0 bra PAST;\n"
                 "shfl.sync.idx.b32 %r1, %r0, 0, 31, -1;\nPAST:\nst.global.u32 [%d2], 1;\n"),
       Fault::lane_mask},
      {"a barrier for fewer threads than come",
       at_thread("bar.sync 1, 128;\n"),
       at_thread("bar.sync 1, 64;\n"),
       Fault::barrier_count,
       {1},
       {128}},
      {"a barrier for a part of a warp",
       at_thread("bar.sync 1, 64;\n"),
       at_thread("bar.sync 1, 80;\n"),
       Fault::barrier_count,
       {1},
       {64}},
      {"a barrier that warps count differently",
       at_thread("setp.lt.u32 %p0, %r0, 32;\n@%p0 bra FIRST;\nbar.arrive 1, 64;\nbra END;\n"
                 "FIRST:\nbar.sync 1, 64;\nEND:\n"),
       at_thread("setp.lt.u32 %p0, %r0, 32;\n@%p0 bra FIRST;\nbar.arrive 1, 96;\nbra END;\n"
                 "FIRST:\nbar.sync 1, 64;\nEND:\n"),
       Fault::barrier_count,
       {1},
       {64}},
      {"one past a shared array into the next",
       exchange("bar.sync 0;\n"),
       at_thread("mov.u32 %r1, tile;\nshl.b32 %r2, %r0, 2;\nadd.s32 %r3, %r1, %r2;\n"
                 "st.shared.u32 [%r3+4], %r0;\n"),
       Fault::out_of_bounds,
       {1},
       {64},
       tile + "\n.shared .align 4 .b8 next[256];"},
      {"one past a local array into the next",
       ".local .align 4 .b8 own[16];\n.local .align 4 .b8 next[16];\nst.local.u32 [next+12], 1;\n"
       "st.local.u32 [own+12], 1;\n",
       ".local .align 4 .b8 own[16];\n.local .align 4 .b8 next[16];\nst.local.u32 [own+16], 1;\n",
       Fault::out_of_bounds},
      {"one past the last local array, which ends inside a word",
       ".local .align 4 .b8 own[12];\nst.local.u32 [own+8], 1;\n",
       ".local .align 4 .b8 own[12];\nst.local.u32 [own+12], 1;\n", Fault::out_of_bounds},
      {"a store to constant memory",
       at_thread("ld.const.u32 %r1, [table+4];\nmov.u64 %d3, table;\ncvta.const.u64 %d3, %d3;\n"
                 "ld.u32 %r2, [%d3+8];\nst.global.u32 [%d2], %r2;\n"),
       at_thread("mov.u64 %d3, table;\ncvta.const.u64 %d3, %d3;\nst.u32 [%d3+8], %r0;\n"),
       Fault::constant_store,
       {1},
       {32},
       table},
      {"an atomic operation on constant memory",
       at_thread("ld.const.u32 %r1, [table];\nst.global.u32 [%d2], %r1;\n"),
       at_thread("mov.u64 %d3, table;\ncvta.const.u64 %d3, %d3;\natom.add.u32 %r1, [%d3], 1;\n"),
       Fault::constant_store,
       {1},
       {32},
       table},
      {"a byte beside one that the same thread wrote",
       neighbours("@%p0 st.global.u8 [%d1], 1;\n@%p0 st.global.u8 [%d1+1], 2;\nbar.sync 0;\n"
                  "@%p1 ld.global.u8 %h0, [%d1];\n"),
       neighbours("@%p0 st.global.u8 [%d1], 1;\n@%p0 st.global.u8 [%d1+1], 2;\n"
                  "@%p1 ld.global.u8 %h0, [%d1];\n"),
       Fault::race,
       {1},
       {96}},
      {"a byte that is read, and a store beside it",
       neighbours("@%p0 ld.global.u8 %h0, [%d1];\n@%p1 st.global.u8 [%d1+1], 1;\nbar.sync 0;\n"
                  "@%p2 st.global.u8 [%d1], 1;\n"),
       neighbours("@%p0 ld.global.u8 %h0, [%d1];\n@%p1 st.global.u8 [%d1+1], 1;\n"
                  "@%p2 st.global.u8 [%d1], 1;\n"),
       Fault::race,
       {1},
       {96}},
      {"division by zero",
       at_thread("setp.eq.s32 %p0, %r0, 3;\n@!%p0 sub.s32 %r1, %r0, 3;\n"
                 "@!%p0 div.s32 %r2, %r0, %r1;\n"),
       at_thread("sub.s32 %r1, %r0, 3;\ndiv.s32 %r2, %r0, %r1;\n"), Fault::division_by_zero},
      {"what is left of a division by zero",
       at_thread("add.s32 %r1, %r0, 1;\n"
                 "rem.u32 %r2, 7, %r1;\n"),
       at_thread("cvt.u64.u32 %d3, %r0;\nrem.u64 %d4, %d1, %d3;\n"), Fault::division_by_zero},
      {"a barrier for more threads than there are",
       at_thread("bar.sync 1, 64;\n"),
       at_thread("bar.sync 1, 96;\n"),
       Fault::endless_wait,
       {1},
       {64}},
      {"a flag that nobody raises",
       hand_over("st.release.gpu.global.u32 [%d1+128], 1;\n", "fence.acq_rel.gpu;\n"),
       hand_over("", ""),
       Fault::endless_wait,
       {2},
       {1}},
      {"a shuffle from a lane that the mask leaves out",
       at_thread("shfl.sync.down.b32 %r1, %r0, 1, 31, -1;\n"),
       at_thread("setp.gt.u32 %p0, %r0, 15;\n@%p0 bra END;\nshfl.sync.down.b32 %r1, %r0, 1, 31, "
                 "65535;\nEND:\n"),
       Fault::lane_mask},
      {"a lane that the mask does not name", at_thread("vote.sync.ballot.b32 %r1, 1, -1;\n"),
       at_thread("vote.sync.ballot.b32 %r1, 1, 65535;\n"), Fault::lane_mask},
      {"a guess that no swap confirms",
       at_thread("ld.global.u32 %r1, [%d1];\nTRY:\nmov.u32 %r2, %r1;\nadd.s32 %r3, %r2, 1;\n"
                 "atom.global.cas.b32 %r1, [%d1], %r2, %r3;\nsetp.ne.s32 %p0, %r1, %r2;\n"
                 "@%p0 bra TRY;\n"),
       at_thread("ld.global.u32 %r1, [%d1];\nadd.s32 %r2, %r1, 1;\n"
                 "atom.global.cas.b32 %r1, [%d1], 0, %r2;\n"),
       Fault::race,
       {4},
       {32}},
      {"uniform code with a value a lane",
       at_thread("st.global.u32 [%d1], 5;\nld.global.u32 %r1, [%d1];\nadd.s32 %r1, %r1, 1;\n"
                 "st.global.u32 [%d1], %r1;\n"),
       at_thread("st.global.u32 [%d1], %r0;\n"),
       Fault::race,
       {1},
       {32},
       uniform},
      {"uniform code of two warps",
       at_thread("setp.lt.u32 %p0, %r0, 32;\n@!%p0 bra WAIT;\nst.global.u32 [%d1], "
                 "5;\nWAIT:\nbar.sync 0;\n"
                 "ld.global.u32 %r1, [%d1];\n"),
       at_thread("bar.sync 0;\nst.global.u32 [%d1], 5;\n"),
       Fault::same_value_race,
       {1},
       {64},
       uniform},
      {"a fence of a block's scope between blocks",
       hand_over("fence.acq_rel.gpu;\nst.relaxed.gpu.global.u32 [%d1+128], 1;\n",
                 "fence.acq_rel.gpu;\n"),
       hand_over("fence.acq_rel.cta;\nst.relaxed.gpu.global.u32 [%d1+128], 1;\n",
                 "fence.acq_rel.gpu;\n"),
       Fault::race,
       {2},
       {1}},
      {"a flag within a block, fences of its scope",
       in_block("membar.cta;\n", "membar.cta;\n"),
       in_block("", "membar.cta;\n"),
       Fault::race,
       {1},
       {64}},
      {"a flag within a block, no fence behind it",
       in_block("membar.gl;\n", "membar.cta;\n"),
       in_block("membar.gl;\n", ""),
       Fault::race,
       {1},
       {64}},
      {"a lock among lanes", lock_of_lanes("membar.gl;\n", "membar.gl;\n"),
       lock_of_lanes("membar.gl;\n", ""), Fault::race},
      {"a lock among lanes, let go without a fence",
       lock_of_lanes("membar.cta;\n", "membar.cta;\n"), lock_of_lanes("", "membar.cta;\n"),
       Fault::race},
      {"all of a block fence and meet, one raises the flag",
       fenced_by_all("membar.gl;\n"),
       fenced_by_all(""),
       Fault::race,
       {2},
       {64}},
      {"a copy into what others still read",
       copied_over("bar.sync 0;\n"),
       copied_over(""),
       Fault::race,
       {1},
       {64},
       tile},
      {"what is read while a copy is under way to it",
       copied_over("bar.sync 0;\n") + "bar.sync 0;\nld.shared.u32 %r5, [%r4];\n" + summed,
       exchange("bar.sync 0;\n") +
           "bar.sync 0;\ncp.async.ca.shared.global [%r3], [%d2], 4;\nbar.sync 0;\n"
           "ld.shared.u32 %r5, [%r4];\n" +
           summed,
       Fault::uninitialised,
       {1},
       {64},
       tile},
      {"a mask that names lanes which wait at a barrier",
       at_thread("setp.gt.u32 %p0, %r0, 15;\n@%p0 bra PAST;\n"
                 "vote.sync.ballot.b32 %r1, 1, 65535;\nPAST:\nbar.sync 0;\n"),
       at_thread("setp.gt.u32 %p0, %r0, 15;\n@%p0 bra PAST;\n"
                 "vote.sync.ballot.b32 %r1, 1, -1;\nPAST:\nbar.sync 0;\n"),
       Fault::lane_mask},
      {"a byte that one wrote, others beside it",
       bytes_side_by_side("st.global.u8 [%d2], 1;\n", "bar.sync 0;\n",
                          "ld.global.u8 %r1, [%d1];\nst.global.u8 [%d1+64], %r1;\n"),
       bytes_side_by_side("st.global.u8 [%d2], 1;\n", "",
                          "ld.global.u8 %r1, [%d1];\nst.global.u8 [%d1+64], %r1;\n"),
       Fault::race,
       {1},
       {64}},
      {"a byte that one reads, another beside it",
       neighbours("@%p0 ld.global.u8 %r3, [%d1];\n@%p1 ld.global.u8 %r3, [%d1+1];\nbar.sync "
                  "0;\n@%p2 st.global.u8 [%d1+1], 1;\n"),
       neighbours("@%p0 ld.global.u8 %r3, [%d1];\n@%p1 ld.global.u8 %r3, [%d1+1];\n@%p2 "
                  "st.global.u8 [%d1+1], 1;\n"),
       Fault::race,
       {1},
       {96}},
      {"a word over bytes that others wrote",
       word_over_bytes("bar.sync 0;\n"),
       word_over_bytes(""),
       Fault::race,
       {1},
       {64}},
      {"a byte that a thread wrote before it met its warp, and then the next",
       bytes_side_by_side("setp.ne.u32 %p2, %r0, 0;\n@!%p2 st.global.u8 [%d1], 1;\n"
                          "bar.warp.sync -1;\n@!%p2 st.global.u8 [%d1+1], 1;\n",
                          "bar.sync 0;\n", "st.global.u8 [%d1], 2;\n"),
       bytes_side_by_side("setp.ne.u32 %p2, %r0, 0;\n@!%p2 st.global.u8 [%d1], 1;\n"
                          "bar.warp.sync -1;\n@!%p2 st.global.u8 [%d1+1], 1;\n",
                          "", "st.global.u8 [%d1], 2;\n"),
       Fault::race,
       {1},
       {64}},
      {"trap", at_thread(st), at_thread("setp.eq.u32 %p0, %r0, 3;\n@%p0 trap;\n"), Fault::trap},
  };
}

}  // namespace emu::test
