// c.compound-literal
// OpenMP 4.5, section 3.2.5, 5.8.3, 13.8: an unnamed array of C, a compound literal, can be mapped
// by a section of a pointer to it, and regions can make such objects themselves.
// Observed: the region sees the elements from before the host poisoned them; what it stores comes
// back; sums over literals made in the region, one for each iteration.
// Mutant: data map(tofrom : p[0 : 4]) => data map(to : p[0 : 4])
// Mutant: .b = i, .a = 100 => .a = i, .b = 101

#include "league/claim.h"

struct pair {
  int a;
  int b;
};
#pragma omp declare target
static int product(const struct pair* pair) { return pair->a * pair->b; }
#pragma omp end declare target

int main(void) {
  league_needs_separate_memory();
  volatile int one = 1;
  int* p = (int[]){one, one + 1, one + 2, one + 3};
  const int* const first = p;
  int made[4] = {0};
  int on_host = 1;

  #pragma omp target data map(tofrom : p[0 : 4])
  {
    for (int i = 0; i < 4; ++i) p[i] = -1;
    #pragma omp target map(to : p[0 : 4]) map(from : made, on_host)
    {
      for (int i = 0; i < 4; ++i) {
        const int* here = (const int[]){i, p[i], 7};
        made[i] = here[0] + here[1] + here[2] + product(&(struct pair){.b = i, .a = 100});
        p[i] *= 10;
      }
      on_host = omp_is_initial_device();
    }
  }

  league_ran(on_host);
  league_same_address("the pointer", p, first);
  for (int i = 0; i < 4; ++i) {
    league_equal("element on the host", p[i], 10 * (i + 1));
    league_equal("sum over literals of an iteration", made[i], i + (i + 1) + 7 + 100 * i);
  }
  return league_verdict();
}
