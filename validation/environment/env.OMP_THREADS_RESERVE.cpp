// env.OMP_THREADS_RESERVE
// OpenMP 6.0, section 4.3.10: OMP_THREADS_RESERVE keeps threads for structured parallelism and
// free agents; regions still run.
// Observed: the threads of a region; a task for the pool.
// Where: host
// Environment: OMP_THREADS_RESERVE=structured(2),free_agent(1)
// Mutant: ran = 1; => ran = 2;
// Mutant: threads >= 1 => threads > 2

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int threads = 0;
  int ran = 0;
  #pragma omp parallel num_threads(2) reduction(+ : threads) shared(ran)
  {
    threads += omp_get_level();
    #pragma omp single
    {
      #pragma omp task threadset(omp_pool) shared(ran)
      ran = 1;
    }
  }
  claim.holds("threads", threads >= 1);
  claim.equal("the task ran", ran, 1);
  return claim.verdict();
}
