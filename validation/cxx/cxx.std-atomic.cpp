// cxx.std-atomic
// OpenMP 5.0, section 1.7: std::atomic of the base language works in a target region, on an object
// that is made there.
// Observed: a count of all threads of a team, and an exchange.
// Mutant: count.fetch_add(2) => count.fetch_add(3)

#include <atomic>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int counted = 0;
  int threads = 0;
  int old = 0;
  int on_host = 1;
  #pragma omp target map(from : counted, old, on_host) map(tofrom : threads)
  {
    std::atomic<int> count(5);
    #pragma omp parallel num_threads(4) shared(count, threads)
    {
      for (int i = 0; i < 100; ++i) count.fetch_add(2);
      if (omp_get_thread_num() == 0) threads = omp_get_num_threads();
    }
    counted = count.load();
    old = count.exchange(1);
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.holds("threads", threads >= 1);
  claim.equal("count", counted, 5 + 200 * threads);
  claim.equal("what was exchanged", old, counted);
  return claim.verdict();
}
