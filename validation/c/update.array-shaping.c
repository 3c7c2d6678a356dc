// update.array-shaping
// OpenMP 5.0, section 3.2.4: a shape-operator makes a pointer an array of extents that are known
// only at run time; target update moves a tile of it.
// Observed: all elements a region sees after to, and all elements on the host after from.
// Mutant: [2 : 3][1 : 4] => [2 : 3][0 : 8]
// Mutant: [1 : 2][3 : 2] => [1 : 2][0 : 8]

#include "league/claim.h"

static void move(int rows, int columns, const int* down, int* up, bool to) {
  if (to) {
    #pragma omp target update to(([rows][columns])down[2 : 3][1 : 4])
  } else {
    #pragma omp target update from(([rows][columns])up[1 : 2][3 : 2])
  }
}

int main(void) {
  league_needs_separate_memory();
  volatile int six = 6;
  const int rows = six;
  const int columns = six + 2;
  int a[6 * 8];
  int seen[6 * 8] = {0};
  for (int i = 0; i < 48; ++i) a[i] = i;
  int on_host = 1;

  #pragma omp target data map(to : a)
  {
    for (int i = 0; i < 48; ++i) a[i] += 100;
    move(rows, columns, a, a, true);
    #pragma omp target map(to : a) map(from : seen, on_host)
    {
      for (int i = 0; i < 48; ++i) {
        seen[i] = a[i];
        a[i] = 1000 + i;
      }
      on_host = omp_is_initial_device();
    }
    move(rows, columns, a, a, false);
  }

  league_ran(on_host);
  for (int k = 0; k < 48; ++k) {
    const int i = k / columns;
    const int j = k % columns;
    const bool down = i >= 2 && i < 5 && j >= 1 && j < 5;
    const bool up = i >= 1 && i < 3 && j >= 3 && j < 5;
    league_equal("seen after to", seen[k], down ? 100 + k : k);
    league_equal("on the host after from", a[k], up ? 1000 + k : 100 + k);
  }
  return league_verdict();
}
