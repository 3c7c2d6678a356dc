// c.loop.index-declared-outside
// OpenMP 4.5, section 4.4.1, 5.1.1: variables declared before a construct can be the loop's
// indices, as in C before it had declarations in for: those of the associated loops are private
// without a clause, lastprivate gives one its final value, and those of other loops are private
// where listed.
// Observed: each iteration ran once; the indices behind the constructs.
// Mutant: lastprivate(last) => private(last)

#include "league/claim.h"

enum { kRows = 14, kColumns = 9, kDepth = 3 };

int main(void) {
  int count[kRows][kColumns] = {{0}};
  int order[kRows] = {0};
  int i = -5;
  int k = -6;
  int m = -7;
  int last = -8;
  int on_host = 1;

  #pragma omp target teams distribute parallel for collapse(2) private(m) \
      map(tofrom : count, on_host)
  for (i = 0; i < kRows; i++)
    for (k = 0; k < kColumns; k++) {
      for (m = 0; m < kDepth; m++) count[i][k] += m == 0 ? 1 : 10;
      if (i == 0 && k == 0) on_host = omp_is_initial_device();
    }
  league_ran(on_host);

  on_host = 1;
  #pragma omp target parallel for lastprivate(last) map(tofrom : order, last, on_host)
  for (last = kRows - 1; last >= 0; last -= 2) {
    order[last] += 1;
    if (last == kRows - 1) on_host = omp_is_initial_device();
  }
  league_ran(on_host);

  league_equal("outer index behind the nest", i, -5);
  league_equal("inner index behind the nest", k, -6);
  league_equal("index of the loop within, behind the nest", m, -7);
  league_equal("index that is lastprivate", last, -1);
  for (int row = 0; row < kRows; ++row) {
    league_equal("times in the second loop", order[row], row % 2);
    for (int column = 0; column < kColumns; ++column)
      league_equal("times in the nest", count[row][column], 21);
  }
  return league_verdict();
}
