// update.array-shaping
// OpenMP 5.0, section 3.2.4: a shape-operator makes a pointer a multidimensional array, of which
// target update moves a tile.
// Observed: all elements a region sees after to, and all elements on the host after from.
// Mutant: [2 : 3][1 : 4] => [2 : 3][0 : 8]
// Mutant: [1 : 2][3 : 2] => [1 : 2][0 : 8]

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int rows = 6;
  const int columns = 8;
  int a[6 * 8];
  int seen[6 * 8] = {};
  for (int i = 0; i < 48; ++i) a[i] = i;
  int* p = a;
  int on_host = 1;

  #pragma omp target data map(to : a)
  {
    for (int i = 0; i < 48; ++i) a[i] += 100;
    #pragma omp target update to(([rows][columns])p[2 : 3][1 : 4])
    #pragma omp target map(to : a) map(from : seen, on_host)
    {
      for (int i = 0; i < 48; ++i) {
        seen[i] = a[i];
        a[i] = 1000 + i;
      }
      on_host = omp_is_initial_device();
    }
    #pragma omp target update from(([rows][columns])p[1 : 2][3 : 2])
  }

  claim.ran(on_host);
  for (int k = 0; k < 48; ++k) {
    const int i = k / columns;
    const int j = k % columns;
    const bool down = i >= 2 && i < 5 && j >= 1 && j < 5;
    const bool up = i >= 1 && i < 3 && j >= 3 && j < 5;
    claim.equal("seen after to", seen[k], down ? 100 + k : k);
    claim.equal("on the host after from", a[k], up ? 1000 + k : 100 + k);
  }
  return claim.verdict();
}
