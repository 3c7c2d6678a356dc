// par.scope
// OpenMP 5.1, section 11.2: all threads of the team execute the block of a scope construct; a
// reduction over it is done at its end.
// Observed: executions, the sums as each thread finds them behind the construct.
// Mutant: scope reduction(+ : sum) => scope private(sum)
// Mutant: scope reduction(+ : sum) => single

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int room = 4;
  int runs[room] = {};
  int found[room] = {};
  int sum = 1000;
  int threads = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : runs, found, sum, threads, on_host)
  #pragma omp parallel num_threads(4)
  {
    const int thread = omp_get_thread_num();
    if (thread == 0) threads = omp_get_num_threads();
    if (thread == 0) on_host = omp_is_initial_device();
    #pragma omp scope reduction(+ : sum)
    {
      #pragma omp atomic
      ++runs[thread];
      sum += 10 + thread;
    }
    found[thread] = sum;
  }

  claim.ran(on_host);
  claim.holds("one to four threads", threads >= 1 && threads <= room);
  const int expected = 1000 + 10 * threads + threads * (threads - 1) / 2;
  claim.equal("sum", sum, expected);
  for (int i = 0; i < room; ++i) {
    claim.equal("executions", runs[i], i < threads ? 1 : 0);
    claim.equal("sum that a thread finds", found[i], i < threads ? expected : 0);
  }
  return claim.verdict();
}
