// tp.copyin.class
// OpenMP 4.5, section 5.7.1: copyin of a threadprivate object of class type uses its copy
// assignment.
// Observed: the value that each thread finds; the number of assignments.
// Where: host
// Mutant: copyin(object) =>
// Mutant: value = other.value => value = 0

#include "league/claim.hpp"

struct Counted {
  int value = 0;
  int assigned = 0;
  Counted& operator=(const Counted& other) {
    value = other.value;
    ++assigned;
    return *this;
  }
};
static Counted object;
#pragma omp threadprivate(object)

int main() {
  league::Claim claim;
  object.value = 31;
  int right = 0;
  int assigned = 0;
  int threads = 0;
  #pragma omp parallel num_threads(4) copyin(object) reduction(+ : right, assigned, threads)
  {
    right += object.value == 31;
    assigned += object.assigned;
    threads += omp_get_level();
  }
  claim.holds("threads", threads >= 1);
  claim.equal("threads that found the value", right, threads);
  claim.equal("assignments", assigned, threads - 1);
  return claim.verdict();
}
