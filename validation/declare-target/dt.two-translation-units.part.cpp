#include <omp.h>

#pragma omp declare target
int balance = 7;
int add(int n) { return omp_is_initial_device() ? -1 : balance += n; }
#pragma omp end declare target
