// Where an iteration ran according to the hardware.  Defined by hardware_registers.cpp where the
// compiler can read NVIDIA's special registers, else by hardware_unknown.cpp: the linker chooses.
#pragma once

namespace probe {

#pragma omp declare target
int hardware_block();   ///< index of the block, -1 if unknown
int hardware_thread();  ///< index of the thread in its block, -1 if unknown
#pragma omp end declare target

}  // namespace probe
