#include <omp.h>

#pragma omp declare target
static int loaded_value = 20;
#pragma omp end declare target

extern "C" int loaded_region(int n, int* on_host) {
  loaded_value = 1000;
  int result = 0;
  int here = 1;
  #pragma omp target map(from : result, here) firstprivate(n)
  {
    here = omp_is_initial_device();
    loaded_value += n;
    result = loaded_value;
  }
  *on_host = here;
  return result;
}
