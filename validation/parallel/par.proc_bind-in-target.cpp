// par.proc_bind-in-target
// OpenMP 4.0, section 10.1.4: proc_bind on a parallel construct in a target region is accepted
// and changes only where threads are placed.
// Observed: each thread of the team executes the region once, with each of the policies.
// Hint: the places of a device's threads cannot be seen; the mutant shows that the claim looks
// at the region's place.
// Mutant: target parallel proc_bind(close) => parallel proc_bind(close)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int room = 4;
  int runs[3][room] = {};
  int threads[3] = {};
  int on_host[3] = {1, 1, 1};

  #pragma omp target parallel proc_bind(close) num_threads(4)
  {
    #pragma omp atomic
    ++runs[0][omp_get_thread_num()];
    if (omp_get_thread_num() == 0) threads[0] = omp_get_num_threads();
    if (omp_get_thread_num() == 0) on_host[0] = omp_is_initial_device();
  }
  #pragma omp target map(tofrom : runs, threads, on_host)
  {
    #pragma omp parallel proc_bind(spread) num_threads(4)
    {
      #pragma omp atomic
      ++runs[1][omp_get_thread_num()];
      if (omp_get_thread_num() == 0) threads[1] = omp_get_num_threads();
    }
    #pragma omp parallel proc_bind(master) num_threads(4)
    {
      #pragma omp atomic
      ++runs[2][omp_get_thread_num()];
      if (omp_get_thread_num() == 0) threads[2] = omp_get_num_threads();
    }
    on_host[1] = omp_is_initial_device();
  }

  claim.ran(on_host[0]);
  claim.ran(on_host[1]);
  for (int policy = 0; policy < 3; ++policy) {
    claim.holds("one to four threads", threads[policy] >= 1 && threads[policy] <= room);
    for (int i = 0; i < room; ++i)
      claim.equal("executions", runs[policy][i], i < threads[policy] ? 1 : 0);
  }
  return claim.verdict();
}
