// tp.external-with-target
// OpenMP 4.5, section 5.2: a threadprivate variable with external linkage may stand in a program
// that has target regions as well.
// Observed: the first thread's copy keeps its value while the others store; the region runs on the
// device.
// Mutant: counter = 100 + omp_get_thread_num() => counter = 101
// Mutant: value = 20 => value = 21

#include "league/claim.h"

int counter = 7;
#pragma omp threadprivate(counter)

int main(void) {
  int value = 0;
  int on_host = 1;
  #pragma omp parallel num_threads(4)
  counter = 100 + omp_get_thread_num();
  #pragma omp target map(from : value, on_host)
  {
    on_host = omp_is_initial_device();
    value = 20;
  }
  league_ran(on_host);
  league_equal("counter of the first thread", counter, 100);
  league_equal("value from the region", value, 20);
  return league_verdict();
}
