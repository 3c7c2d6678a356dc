// c.vla.in-region
// OpenMP 4.5, section 13.8: a variable length array can be declared in a region, by each thread
// with a length of its own; sizeof is evaluated there.
// Observed: sum over what each iteration stored in its array, and the sizes.
// Mutant: int triangle[n]; => int triangle[n + 1];

#include "league/claim.h"

enum { kRows = 24 };

int main(void) {
  int sum[kRows];
  unsigned long size[kRows];
  int on_host = 1;

  #pragma omp target teams distribute parallel for map(from : sum, size) map(tofrom : on_host)
  for (int i = 0; i < kRows; ++i) {
    const int n = i + 1;
    int triangle[n];
    for (int k = 0; k < n; ++k) triangle[k] = i * k;
    int total = 0;
    for (int k = n - 1; k >= 0; --k) total += triangle[k];
    sum[i] = total;
    size[i] = sizeof triangle;
    if (i == 0) on_host = omp_is_initial_device();
  }

  league_ran(on_host);
  for (int i = 0; i < kRows; ++i) {
    league_equal("sum of an iteration", sum[i], i * i * (i + 1) / 2);
    league_equal("size in an iteration", size[i], sizeof(int) * (i + 1));
  }
  return league_verdict();
}
