// simd.linear-variable-step
// OpenMP 4.5, section 5.4.6: the step of a linear variable may be any expression that stays the
// same: its value in an iteration and behind the loop is that of the sequential loop.
// Observed: which elements a loop stores through the variable; its value behind the loop.
// Where: host
// Mutant: linear(j : step) => linear(j : 1)
// Mutant: linear(k : step) => linear(k : 1)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  volatile int given = 2;
  const int step = given;
  int first[44] = {};
  int second[44] = {};
  int j = 3;
  #pragma omp parallel for simd linear(j : step)
  for (int i = 0; i < 20; ++i) {
    ++first[j];
    j += 2;
  }
  int k = 3;
  #pragma omp parallel for linear(k : step)
  for (int i = 0; i < 20; ++i) {
    second[k] += omp_get_level();
    k += 2;
  }
  claim.equal("behind the first loop", j, 43);
  claim.equal("behind the second loop", k, 43);
  for (int i = 0; i < 44; ++i) {
    const int wanted = i >= 3 && i < 43 && i % 2 == 1 ? 1 : 0;
    claim.equal("stores of the first loop", first[i], wanted);
    claim.equal("stores of the second loop", second[i], wanted);
  }
  return claim.verdict();
}
