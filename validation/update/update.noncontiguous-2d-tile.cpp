// update.noncontiguous-2d-tile
// OpenMP 5.0, section 13.9: target update can move a tile of a two-dimensional array; the elements
// around the tile are left as they are.
// Observed: all elements a region sees after to, and all elements on the host after from.
// Mutant: update to(a[2 : 3][1 : 4]) => update to(a[2 : 3][0 : 8])
// Mutant: update from(a[1 : 2][3 : 2]) => update from(a[1 : 2][0 : 8])

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int a[8][8];
  int seen[8][8] = {};
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) a[i][j] = 10 * i + j;
  int on_host = 1;

  #pragma omp target data map(to : a)
  {
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j) a[i][j] += 100;
    #pragma omp target update to(a[2 : 3][1 : 4])
    #pragma omp target map(to : a) map(from : seen, on_host)
    {
      for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j) {
          seen[i][j] = a[i][j];
          a[i][j] = 1000 + 10 * i + j;
        }
      on_host = omp_is_initial_device();
    }
    #pragma omp target update from(a[1 : 2][3 : 2])
  }

  claim.ran(on_host);
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      const int old = 10 * i + j;
      const bool down = i >= 2 && i < 5 && j >= 1 && j < 5;
      const bool up = i >= 1 && i < 3 && j >= 3 && j < 5;
      claim.equal("seen after to", seen[i][j], down ? 100 + old : old);
      claim.equal("on the host after from", a[i][j], up ? 1000 + old : 100 + old);
    }
  return claim.verdict();
}
