// info.assumes
// OpenMP 5.1, section 8.3.2: the assumes directive gives facts about the whole file.
// Observed: it is accepted at file scope, and the program's result is right.
// Where: build
// Contrast: omp assumes => omp presumes
// Mutant: omp assumes => omp presumes

#include "league/claim.hpp"

#pragma omp assumes absent(critical, sections)
int triple(int n);

int main() {
  league::Claim claim;
  volatile int given = 14;
  claim.equal("value of the function", triple(given), 42);
  return claim.verdict();
}

int triple(int n) { return 3 * n; }
