// For compilers and devices whose registers cannot be asked.
#include "hardware.hpp"

#pragma omp declare target
int probe::hardware_block() { return -1; }
int probe::hardware_warp() { return -1; }
void probe::mark_hardware_lane(unsigned char*) {}
#pragma omp end declare target
