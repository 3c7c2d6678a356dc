// info.assume-contains
// OpenMP 5.1, section 8.3.1: assume takes contains and absent with lists of directive names, and
// holds.
// Observed: the result of the block; a broken list is diagnosed.
// Where: host
// Contrast: contains(target => contains(targets
// Mutant: value += 40 => value += 41
// Mutant: value += 2 => value += 3

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int value = 0;
  #pragma omp assume contains(target, parallel) absent(task)
  {
    #pragma omp target map(tofrom : value)
    value += 40;
    #pragma omp parallel num_threads(1)
    value += 2;
  }
  claim.equal("value", value, 42);
  return claim.verdict();
}
