// par.nested-transformations
// OpenMP 5.1, section 9: a transformation applies to the loops that another one makes, and a
// worksharing construct to the outermost of what comes out.
// Observed: how often each iteration ran under tile of tile, unroll of tile and for of both.
// Mutant: i < 13 => i < 12
// Mutant: k < 37 => k < 36

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int twice[13] = {};
  int unrolled[37] = {};
  int on_host = 1;
  #pragma omp target map(tofrom : twice, unrolled) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp parallel for num_threads(3)
    #pragma omp tile sizes(2)
    #pragma omp tile sizes(3)
    for (int i = 0; i < 13; ++i) {
      #pragma omp atomic
      ++twice[i];
    }
    #pragma omp parallel for num_threads(3)
    #pragma omp tile sizes(4)
    #pragma omp unroll partial(5)
    for (int k = 0; k < 37; ++k) {
      #pragma omp atomic
      ++unrolled[k];
    }
  }
  claim.ran(on_host);
  for (const int one : twice) claim.equal("times an iteration of the first ran", one, 1);
  for (const int one : unrolled) claim.equal("times an iteration of the second ran", one, 1);
  return claim.verdict();
}
