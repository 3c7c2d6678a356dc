// tp.external-with-target
// OpenMP 4.5, section 5.2: a threadprivate variable with external linkage may stand in a program
// that has target regions as well.
// Observed: each thread's copy on the host keeps its own value; the region runs on the device.
// Mutant: #pragma omp threadprivate(counter) =>
// Mutant: value = 20 => value = 21

#include "league/claim.hpp"

int counter = 7;
#pragma omp threadprivate(counter)

int main() {
  league::Claim claim;
  int value = 0;
  int on_host = 1;
  int kept = 0;
  int threads = 0;
  #pragma omp parallel num_threads(4) reduction(+ : kept, threads)
  {
    const int thread = omp_get_thread_num();
    counter = 100 + thread;
    #pragma omp barrier
    kept += counter == 100 + thread;
    threads += omp_get_level();
  }
  #pragma omp target map(from : value, on_host)
  {
    on_host = omp_is_initial_device();
    value = 20;
  }
  claim.ran(on_host);
  claim.holds("threads ran", threads >= 1);
  claim.equal("threads that kept their value", kept, threads);
  claim.equal("counter of the first thread", counter, 100);
  claim.equal("value from the region", value, 20);
  return claim.verdict();
}
