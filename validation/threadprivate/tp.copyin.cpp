// tp.copyin
// OpenMP 4.5, section 5.7.1: copyin gives every thread of a parallel region the primary thread's
// value of a threadprivate variable.
// Observed: the value that each thread finds, for two values; threads that ran.
// Where: host
// Mutant: copyin(value) =>
// Mutant: value == given => value == given + 1

#include "league/claim.hpp"

static int value = 7;
#pragma omp threadprivate(value)

int main() {
  league::Claim claim;
  for (int given = 20; given < 22; ++given) {
    value = given;
    int right = 0;
    int threads = 0;
    #pragma omp parallel num_threads(4) copyin(value) reduction(+ : right, threads)
    {
      right += value == given;
      threads += omp_get_level();
      value = -1;
    }
    claim.holds("threads", threads >= 1);
    claim.equal("threads that found the value", right, threads);
  }
  return claim.verdict();
}
