// par.order-concurrent.omp-call-rejected
// OpenMP 5.0, section 10.3: a region with order(concurrent) cannot call an OpenMP routine.
// Observed: the compiler rejects it.
// Where: build
// Expect: rejected
// Mutant: order(concurrent) =>

#include <omp.h>

int main() {
  int x[8] = {};
  #pragma omp target parallel for map(tofrom : x) order(concurrent)
  for (int i = 0; i < 8; ++i) x[i] = omp_get_thread_num();
  return x[0];
}
