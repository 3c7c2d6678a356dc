// NVIDIA's special registers, read where the code is compiled for such a device (Clang).
#include "hardware.hpp"

namespace {

#pragma omp declare target
int block_register() { return -1; }
int thread_register() { return -1; }
#pragma omp end declare target

// A variant is chosen where the call stands, so the calls have to be in this file, below.
#pragma omp begin declare variant match(device = {arch(nvptx64)})
int block_register() {
  int index;
  asm volatile("mov.u32 %0, %%ctaid.x;" : "=r"(index));
  return index;
}
int thread_register() {
  int index;
  asm volatile("mov.u32 %0, %%tid.x;" : "=r"(index));
  return index;
}
#pragma omp end declare variant

}  // namespace

#pragma omp declare target
int probe::hardware_block() { return block_register(); }
int probe::hardware_warp() {
  const int thread = thread_register();
  return thread < 0 ? -1 : thread / 32;
}
void probe::mark_hardware_lane(unsigned char* lanes) {
  if (thread_register() >= 0) lanes[thread_register() % 32] = 1;
}
#pragma omp end declare target
