// c.flexible-array-member.section
// OpenMP 4.5, section 3.2.5, 5.8.3: a section of a flexible array member can be a list item beside
// other members of the structure that a pointer leads to.
// Observed: the region sees length and elements from before the host poisoned them; results come
// back; a guard behind them does not.
// Mutant: map(tofrom : p -> value => map(to : p -> value
// Mutant: map(to : p->length) => map(alloc : p->length)

#include <stdlib.h>

#include "league/claim.h"

struct message {
  int length;
  double value[];
};

int main(void) {
  league_needs_separate_memory();
  volatile int nine = 9;
  const int n = nine;
  struct message* p = malloc(sizeof *p + (n + 1) * sizeof(double));
  p->length = n;
  for (int i = 0; i <= n; ++i) p->value[i] = i;
  int on_host = 1;

  #pragma omp target data map(to : p->length) map(tofrom : p -> value[0 : n])
  {
    p->length = 1;
    for (int i = 0; i <= n; ++i) p->value[i] = -1;
    #pragma omp target map(alloc : p->length) map(alloc : p -> value[0 : n]) map(from : on_host)
    {
      for (int i = 0; i < p->length; ++i) p->value[i] += 100;
      on_host = omp_is_initial_device();
    }
  }

  league_ran(on_host);
  league_equal("length", p->length, 1);
  for (int i = 0; i < n; ++i) league_equal("element", p->value[i], i + 100.0);
  league_equal("guard", p->value[n], -1.0);
  free(p);
  return league_verdict();
}
