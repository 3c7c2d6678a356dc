#include <omp.h>

#pragma omp declare target
static int level = 900;
static int scaled(int n) { return 3 * n + level; }
#pragma omp end declare target

int other_unit(int add, int* on_host) {
  int result = 0;
  int here = 1;
  #pragma omp target map(from : result, here)
  {
    here = omp_is_initial_device();
    result = scaled(10);
    level += add;
  }
  *on_host = here;
  return result;
}
