// update.array-shaping.whole-rows
// OpenMP 5.0, section 3.2.4: a shape-operator makes a pointer a multidimensional array, of which
// target update moves whole rows.
// Observed: all elements a region sees after to, and all elements on the host after from; bytes.
// Mutant: p[2 : 3] => p[2 : 2]
// Mutant: p[1 : 2] => p[2 : 2]

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
    auto before = league::counted();
    #pragma omp target update to(([rows][columns])p[2 : 3])
    claim.moved(before, 3 * columns * sizeof(int), 0);
    #pragma omp target map(to : a) map(from : seen, on_host)
    {
      for (int i = 0; i < 48; ++i) {
        seen[i] = a[i];
        a[i] = 1000 + i;
      }
      on_host = omp_is_initial_device();
    }
    before = league::counted();
    #pragma omp target update from(([rows][columns])p[1 : 2])
    claim.moved(before, 0, 2 * columns * sizeof(int));
  }

  claim.ran(on_host);
  for (int k = 0; k < 48; ++k) {
    const int i = k / columns;
    claim.equal("seen after to", seen[k], i >= 2 && i < 5 ? 100 + k : k);
    claim.equal("on the host after from", a[k], i >= 1 && i < 3 ? 1000 + k : 100 + k);
  }
  return claim.verdict();
}
