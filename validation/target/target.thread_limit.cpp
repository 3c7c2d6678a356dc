// target.thread_limit
// OpenMP 5.1, section 13.3: thread_limit on a target construct is an upper bound for the number of
// threads of the parallel regions in it.
// Observed: how many threads execute a parallel region that asks for more; the limit as the region
// can query it.
// Mutant: thread_limit(2) =>
// Mutant: thread_limit(2) => thread_limit(4)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int executions[8] = {};
  int most = 0;
  int limit = 0;
  int on_host = 1;

  #pragma omp target thread_limit(2) map(tofrom : executions) map(from : most, limit, on_host)
  {
    limit = omp_get_thread_limit();
    on_host = omp_is_initial_device();
    #pragma omp parallel num_threads(4)
    {
      executions[omp_get_thread_num()] += 1;
      if (omp_get_thread_num() == 0) most = omp_get_num_threads();
    }
  }

  claim.ran(on_host);
  claim.holds("one or two threads", most == 1 || most == 2);
  claim.equal("executions by thread 0", executions[0], 1);
  claim.holds("at most one by thread 1", executions[1] == most - 1);
  for (int i = 2; i < 8; ++i) claim.equal("executions by a thread beyond", executions[i], 0);
  claim.equal("limit seen by the region", limit, 2);
  return claim.verdict();
}
