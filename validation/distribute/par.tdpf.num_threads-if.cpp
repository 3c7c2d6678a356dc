// par.tdpf.num_threads-if
// OpenMP 4.5, section 3.4: on the combined loop if(parallel: false) makes one thread of each
// team's parallel region and leaves the region on the device; otherwise num_threads is the upper
// limit.
// Observed: threads and executions of every iteration, with the condition false and true.
// Mutant: if (parallel : many) =>
// Mutant: num_threads(3) => num_threads(6)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 100;
  for (int many = 0; many <= 1; ++many) {
    int count[n] = {};
    int threads[n] = {};
    int on_host = 1;

    #pragma omp target teams distribute parallel for num_teams(2) thread_limit(8) \
        num_threads(3) if (parallel : many) map(tofrom : count, threads, on_host)
    for (int i = 0; i < n; ++i) {
      #pragma omp atomic
      ++count[i];
      threads[i] = omp_get_num_threads();
      if (i == 0) on_host = omp_is_initial_device();
    }

    claim.ran(on_host);
    for (int i = 0; i < n; ++i) {
      claim.equal("executions of an iteration", count[i], 1);
      claim.holds(many ? "at most three threads" : "one thread",
                  threads[i] >= 1 && threads[i] <= (many ? 3 : 1));
    }
  }
  return claim.verdict();
}
