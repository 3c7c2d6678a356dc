// c.vla.pointer-collapse
// OpenMP 4.5, section 3.2.5, 4.4.3, 5.8.3: a pointer to a variable length array is the base of a
// section of whole rows; a collapsed nest indexes it with the extents of its type.
// Observed: each element was visited once and holds its own number; guard rows before and behind.
// Mutant: map(tofrom : a[1 : rows][0 : columns]) => map(to : a[1 : rows][0 : columns])
// Mutant: a[i][k] += 1 + k + columns * i => a[i][0] += 1 + k + columns * i

#include <stdlib.h>

#include "league/claim.h"

static void fill(int rows, int columns, double (*a)[columns], int* on_host) {
  int here = 1;
  #pragma omp target teams distribute parallel for collapse(2) \
      map(tofrom : a[1 : rows][0 : columns]) map(tofrom : here)
  for (int i = 1; i <= rows; ++i)
    for (int k = 0; k < columns; ++k) {
      a[i][k] += 1 + k + columns * i;
      if (i == 1 && k == 0) here = omp_is_initial_device();
    }
  *on_host = here;
}

int main(void) {
  volatile int five = 5;
  const int rows = five;
  const int columns = five + 6;
  double (*a)[columns] = malloc((rows + 2) * sizeof *a);
  for (int i = 0; i < rows + 2; ++i)
    for (int k = 0; k < columns; ++k) a[i][k] = 0.5;
  int on_host = 1;
  fill(rows, columns, a, &on_host);

  league_ran(on_host);
  for (int i = 0; i < rows + 2; ++i)
    for (int k = 0; k < columns; ++k) {
      const bool guard = i == 0 || i == rows + 1;
      league_equal("element", a[i][k], guard ? 0.5 : 1.5 + k + columns * i);
    }
  free(a);
  return league_verdict();
}
