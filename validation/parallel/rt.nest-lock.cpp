// rt.nest-lock
// OpenMP 4.5, section 18.9: a nestable lock may be set again by the task that has it, and is free
// after as many calls of omp_unset_nest_lock.
// Observed: counts that omp_test_nest_lock returns; increments under the lock, exact.
// Where: host
// Mutant: != 2 => != 1
// Mutant: sum += 1 => sum += 2

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
  int sum = 0;
  int threads = 0;
  int wrong = 0;
  #pragma omp parallel num_threads(4) shared(lock, sum) reduction(+ : threads, wrong)
  {
    threads += omp_get_level();
    for (int i = 0; i < 50; ++i) {
      omp_set_nest_lock(&lock);
      wrong += omp_test_nest_lock(&lock) != 2;
      omp_set_nest_lock(&lock);
      sum += 1;
      omp_unset_nest_lock(&lock);
      omp_unset_nest_lock(&lock);
      omp_unset_nest_lock(&lock);
    }
  }
  claim.holds("threads", threads >= 1);
  claim.equal("increments", sum, 50 * threads);
  claim.equal("counts that were not two", wrong, 0);
  omp_destroy_nest_lock(&lock);
  return claim.verdict();
}
