#include <omp.h>

int shifted(int n);
#pragma omp declare target(shifted)

int call_on_device(int n, int* on_host) {
  int result = 0;
  int here = 1;
  #pragma omp target map(from : result, here)
  {
    here = omp_is_initial_device();
    result = shifted(n);
  }
  *on_host = here;
  return result;
}
