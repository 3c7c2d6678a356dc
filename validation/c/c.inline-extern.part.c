#include <omp.h>

#pragma omp declare target
int tripled(int n);
#pragma omp end declare target

int call_on_device(int n, int* on_host) {
  int result = 0;
  int here = 1;
  #pragma omp target map(from : result, here)
  {
    here = omp_is_initial_device();
    result = tripled(n);
  }
  *on_host = here;
  return result;
}
