int for_the_host(int n) { return n + 1; }

#pragma omp declare target
int for_devices(int n) { return n + 1; }
#pragma omp end declare target
