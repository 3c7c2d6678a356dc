// par.masked-filter
// OpenMP 5.1, section 10.5: masked filter(k) is executed by thread k of the team only; without
// the clause by thread 0.
// Observed: which threads execute it, for each k and without the clause.
// Mutant: masked filter(chosen) => masked
// Mutant: #pragma omp masked  // primary =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int room = 4;
  int runs[room][room] = {};
  int primary[room] = {};
  int threads = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : runs, primary, threads, on_host)
  #pragma omp parallel num_threads(4)
  {
    const int thread = omp_get_thread_num();
    if (thread == 0) threads = omp_get_num_threads();
    if (thread == 0) on_host = omp_is_initial_device();
    for (int chosen = 0; chosen < room; ++chosen) {
      #pragma omp masked filter(chosen)
      {
        #pragma omp atomic
        ++runs[chosen][thread];
      }
    }
    #pragma omp masked  // primary
    {
      #pragma omp atomic
      ++primary[thread];
    }
  }

  claim.ran(on_host);
  claim.holds("one to four threads", threads >= 1 && threads <= room);
  for (int i = 0; i < room; ++i) {
    claim.equal("executions without filter", primary[i], i == 0 ? 1 : 0);
    for (int chosen = 0; chosen < room; ++chosen)
      claim.equal("executions", runs[chosen][i], i == chosen && i < threads ? 1 : 0);
  }
  return claim.verdict();
}
