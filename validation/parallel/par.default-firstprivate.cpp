// par.default-firstprivate
// OpenMP 5.1, section 5.4.1: with default(firstprivate) a variable without an attribute is
// firstprivate: each thread has a copy that begins with the original's value.
// Observed: the value each thread's copy begins with; the original afterwards.
// Mutant: default(firstprivate) => default(shared)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int room = 4;
  int x = 100;
  int began[room] = {};
  int threads = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : x, began, threads, on_host)
  #pragma omp parallel num_threads(4) default(firstprivate) shared(began, threads, on_host)
  {
    const int thread = omp_get_thread_num();
    // Atomic, so that a copy which the threads share by mistake is no race.
    #pragma omp atomic capture
    {
      began[thread] = x;
      x += 1000;
    }
    if (thread == 0) threads = omp_get_num_threads();
    if (thread == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.holds("one to four threads", threads >= 1 && threads <= room);
  claim.equal("the original", x, 100);
  for (int i = 0; i < threads; ++i) claim.equal("first value of a copy", began[i], 100);
  return claim.verdict();
}
