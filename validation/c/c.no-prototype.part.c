#include <omp.h>

#pragma omp declare target
int weighted(int n, double weight) { return omp_is_initial_device() ? -1 : (int)(n * weight); }
int constant(void) { return 77; }
#pragma omp end declare target
