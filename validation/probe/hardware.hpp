// Where an iteration ran according to the hardware.  Defined by hardware_registers.cpp where Clang
// can read NVIDIA's special registers, by hardware_registers_gcc.cpp where GCC can, else by
// hardware_unknown.cpp: the linker chooses.
#pragma once

namespace probe {

#pragma omp declare target
int hardware_block();  ///< index of the block, -1 if unknown
int hardware_warp();   ///< index of the warp in its block, -1 if unknown
/// Sets the element of each lane that executes this, of 32, where they are known.
void mark_hardware_lane(unsigned char* lanes);
#pragma omp end declare target

}  // namespace probe
