// map.section.vla-2d
// OpenMP 4.5, section 3.2.5, 5.8.3: variable length arrays belong to C: one of two dimensions is
// mapped as a whole, and a section of another one by the extents its type has at run time.
// Observed: the region sees all elements from before the host poisoned them, adds, and all come
// back; rows outside the section keep what the host stored; bytes each way.
// Mutant: data map(tofrom : a) => data map(tofrom : a[0 : rows - 1])
// Mutant: map(tofrom : b[1 : 2][0 : columns]) => map(to : b[1 : 2][0 : columns])

#include "league/claim.h"

int main(void) {
  league_needs_separate_memory();
  volatile int three = 3;
  const int rows = three;
  const int columns = three + 4;
  int a[rows][columns];
  int b[rows + 1][columns];
  for (int i = 0; i < rows * columns; ++i) a[i / columns][i % columns] = i;
  for (int i = 0; i < (rows + 1) * columns; ++i) b[i / columns][i % columns] = i;
  int on_host = 1;
  const struct league_counted before = league_counted();

  #pragma omp target data map(tofrom : a) map(tofrom : b[1 : 2][0 : columns])
  {
    for (int i = 0; i < rows * columns; ++i) a[i / columns][i % columns] = -1;
    for (int i = 0; i < (rows + 1) * columns; ++i) b[i / columns][i % columns] = -2;
    #pragma omp target map(alloc : a, b[1 : 2][0 : columns]) map(from : on_host)
    {
      for (int i = 0; i < rows; ++i)
        for (int k = 0; k < columns; ++k) a[i][k] += 100;
      for (int i = 1; i < 3; ++i)
        for (int k = 0; k < columns; ++k) b[i][k] += 200;
      on_host = omp_is_initial_device();
    }
  }

  const long size = (long)sizeof a + (long)sizeof(int[2][columns]);
  league_moved(before, size, size + (long)sizeof on_host);
  league_ran(on_host);
  for (int i = 0; i < rows * columns; ++i) {
    league_equal("a on the host", a[i / columns][i % columns], i + 100);
  }
  for (int i = 0; i < (rows + 1) * columns; ++i) {
    const bool mapped = i >= columns && i < 3 * columns;
    league_equal("b on the host", b[i / columns][i % columns], mapped ? i + 200 : -2);
  }
  return league_verdict();
}
