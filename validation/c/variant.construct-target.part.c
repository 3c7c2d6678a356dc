#pragma omp declare target
int in_target(int n) { return n + 2; }
#pragma omp end declare target
