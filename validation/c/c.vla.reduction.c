// c.vla.reduction
// OpenMP 4.5, section 5.5.5, 5.5.8: a variable length array can be reduced, as a whole and by a
// section whose bounds are known only at run time.
// Observed: every element of both sums, with the values they had before; elements outside the
// section.
// Mutant: reduction(+ : count, => reduction(max : count,
// Mutant: reduction(+ : part[1 : n - 2], => reduction(max : part[1 : n - 2],

#include "league/claim.h"

int main(void) {
  volatile int length = 7;
  const int n = length;
  const int steps = 210;
  int count[n];
  long part[n];
  for (int i = 0; i < n; ++i) count[i] = part[i] = 10 * i;
  int own = 7;
  int begun[2] = {7, 7};
  int on_host = 1;

  #pragma omp target parallel for reduction(+ : count, own) map(tofrom : count, on_host, begun)
  for (int i = 0; i < steps; ++i) {
    count[i % n] += i;
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun[0] = own;
    }
  }
  league_ran(on_host);

  on_host = 1;
  #pragma omp target parallel for reduction(+ : part[1 : n - 2], own) \
      map(tofrom : part, on_host, begun)
  for (int i = 0; i < steps; ++i) {
    part[1 + i % (n - 2)] += i;
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun[1] = own;
    }
  }
  league_ran(on_host);

  league_equal("copies begin with", begun[0] + begun[1], 0);
  for (int i = 0; i < n; ++i) {
    int whole = 10 * i;
    for (int k = i; k < steps; k += n) whole += k;
    league_equal("element of the whole", count[i], whole);
    long some = 10 * i;
    for (int k = i - 1; i > 0 && i < n - 1 && k < steps; k += n - 2) some += k;
    league_equal("element of the section", part[i], some);
  }
  return league_verdict();
}
