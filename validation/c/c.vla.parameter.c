// c.vla.parameter
// OpenMP 4.5, section 5.8.1, 5.8.6: a parameter declared as a variable length array is a pointer to
// its rows: used in a region without a clause it finds the array that is mapped, and none of it is
// copied.
// Observed: the region sees the values from before the host poisoned them and what it stores stays
// on the device until the end; rows not mapped keep what the host stored.
// Mutant: target map(from : here) => target map(from : here) map(always, to : a[0 : n][0 : m])
// Mutant: data map(tofrom : array) => data map(to : array)

#include "league/claim.h"

static int add(int n, int m, int a[n][m], int amount) {
  int here = 1;
  #pragma omp target map(from : here)
  {
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < m; ++k) a[i][k] += amount;
    here = omp_is_initial_device();
  }
  return here;
}

int main(void) {
  league_needs_separate_memory();
  volatile int three = 3;
  const int n = three;
  const int m = three + 1;
  int array[n][m];
  for (int i = 0; i < n * m; ++i) array[i / m][i % m] = i;

  #pragma omp target data map(tofrom : array)
  {
    for (int i = 0; i < n * m; ++i) array[i / m][i % m] = -1;
    league_ran(add(n, m, array, 100));
    for (int i = 0; i < n * m; ++i) league_equal("while mapped", array[i / m][i % m], -1);
    league_ran(add(n, m, array, 1000));
  }

  for (int i = 0; i < n * m; ++i) league_equal("at the end", array[i / m][i % m], i + 1100);
  return league_verdict();
}
