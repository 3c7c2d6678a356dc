// NVIDIA's special registers by GCC, whose blocks have 32 lanes in x and a thread of OpenMP a warp
// in y.  Its device compiler gets what the host's does, so that the host's assembler needs a
// meaning for the same text: a macro, which a function of the host's alone defines.
#include "hardware.hpp"

namespace {

[[gnu::used, gnu::noinline, gnu::no_reorder]] void define_for_the_host() {
  asm volatile(".macro mov.u32 to, from\n\tmovl $-1, \\to\n\t.endm");
}

}  // namespace

#pragma omp declare target
[[gnu::no_reorder]] int probe::hardware_block() {
  int block;
  asm volatile("mov.u32 %0, %%ctaid.x;" : "=r"(block));
  return block;
}

[[gnu::no_reorder]] int probe::hardware_warp() {
  int warp;
  asm volatile("mov.u32 %0, %%tid.y;" : "=r"(warp));
  return warp;
}

// Outside simd all lanes of a warp do the same.  A place for each: an atomic on one for all would
// end in the wrong lanes where a simd loop leaves some without work (PTX resets its mask too
// early).
[[gnu::no_reorder]] void probe::mark_hardware_lane(unsigned char* lanes) {
  int lane;
  asm volatile("mov.u32 %0, %%tid.x;" : "=r"(lane));
  if (lane >= 0) lanes[lane] = 1;
}
#pragma omp end declare target
