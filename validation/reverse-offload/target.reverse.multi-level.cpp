// target.reverse.multi-level
// OpenMP 5.0, section 13.2: each thread of a parallel region on the device can have a region
// executed by the host with device(ancestor: 1).
// Observed: one call on the host for each thread, with its value; every thread gets its own result.
// Mutant: answer = on_the_host(me) => answer = -1

#include "league/claim.hpp"

#pragma omp requires reverse_offload

int calls[4] = {};
int on_the_host(int thread);
#pragma omp declare target to(on_the_host) device_type(host)

int on_the_host(int thread) {
  #pragma omp atomic update
  calls[thread] += 1;
  return 100 + 11 * thread;
}

int main() {
  league::Claim claim;
  int answers[4] = {-1, -1, -1, -1};
  int threads = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : answers, threads) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp parallel num_threads(4)
    {
      const int me = omp_get_thread_num();
      if (me == 0) threads = omp_get_num_threads();
      int answer = -2;

      #pragma omp target device(ancestor : 1) firstprivate(me) map(from : answer)
      answer = on_the_host(me);

      answers[me] = answer;
    }
  }

  claim.ran(on_host);
  claim.holds("between one and four threads", threads >= 1 && threads <= 4);
  for (int i = 0; i < 4; ++i) {
    claim.equal("calls for a thread", calls[i], i < threads ? 1 : 0);
    claim.equal("answer to a thread", answers[i], i < threads ? 100 + 11 * i : -1);
  }
  return claim.verdict();
}
