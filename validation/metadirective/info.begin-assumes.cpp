// info.begin-assumes
// OpenMP 5.1, section 8.3.4: begin assumes and end assumes enclose what their facts are about.
// Observed: they are accepted around declarations and definitions, and nested; the result is right.
// Where: build
// Contrast: end assumes => end of assumes
// Mutant: end assumes => end of assumes

#include "league/claim.hpp"

#pragma omp begin assumes no_openmp_routines
int triple(int n);
#pragma omp begin assumes no_parallelism
int triple(int n) { return 3 * n; }
#pragma omp end assumes
int negative(int n) { return -n; }
#pragma omp end assumes

int main() {
  league::Claim claim;
  volatile int given = 14;
  claim.equal("value of the function", triple(given), 42);
  claim.equal("value of the other", negative(given), -14);
  return claim.verdict();
}
