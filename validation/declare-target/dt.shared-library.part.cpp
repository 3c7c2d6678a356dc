#include <omp.h>

#pragma omp declare target
static int linked_value = 10;
#pragma omp end declare target

int linked_region(int n, int* on_host) {
  linked_value = 1000;
  int result = 0;
  int here = 1;
  #pragma omp target map(from : result, here) firstprivate(n)
  {
    here = omp_is_initial_device();
    linked_value += n;
    result = linked_value;
  }
  *on_host = here;
  return result;
}
