// For compilers and devices whose registers cannot be asked.
#include "hardware.hpp"

#pragma omp declare target
int probe::hardware_block() { return -1; }
int probe::hardware_thread() { return -1; }
#pragma omp end declare target
