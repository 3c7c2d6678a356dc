// update.present.ok
// OpenMP 5.1, section 5.9: with the present modifier, an item that is present moves as without it.
// Observed: the region sees the updated value; the host receives the region's.
// Mutant: #pragma omp target update to(present : x) =>
// Mutant: #pragma omp target update from(present : y) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x = 1;
  int y = 2;
  int on_host = 1;

  #pragma omp target data map(to : x, y)
  {
    x = 10;
    #pragma omp target update to(present : x)
    x = -1;
    #pragma omp target map(to : x, y) map(from : on_host)
    {
      y += x;
      on_host = omp_is_initial_device();
    }
    #pragma omp target update from(present : y)
  }

  claim.ran(on_host);
  claim.equal("x on the host", x, -1);
  claim.equal("y on the host", y, 12);
  return claim.verdict();
}
