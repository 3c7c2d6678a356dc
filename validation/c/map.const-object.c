// map.const-object
// OpenMP 4.5, section 5.8.1, 5.8.3: objects of const type can be used in a region, listed with map
// type to or not listed. In C none of them is a constant expression: each is read from its copy.
// Observed: the region sees the values the host computed for them; they are what they were after
// it.
// Mutant: map(to : table, point) => map(alloc : table, point)

#include "league/claim.h"

struct point {
  int a;
  double b;
};

int main(void) {
  volatile int one = 1;  // so that nothing is known when compiling
  const int table[4] = {one, one + 1, one + 2, one + 3};
  const struct point point = {one + 9, one / 2.0};
  const int scalar = one + 6;
  const int literal = 500;
  int sum = 0;
  int on_host = 1;

  #pragma omp target map(to : table, point) map(from : sum, on_host)
  {
    sum = literal + scalar + point.a + (int)(8.0 * point.b);
    for (int i = 0; i < 4; ++i) sum += 1000 * table[i];
    on_host = omp_is_initial_device();
  }
  league_ran(on_host);
  league_equal("seen with a map clause", sum, 10521);

  sum = 0;
  on_host = 1;
  #pragma omp target map(from : sum, on_host)
  {
    sum = literal + scalar + point.a + (int)(8.0 * point.b);
    for (int i = 0; i < 4; ++i) sum += 1000 * table[i];
    on_host = omp_is_initial_device();
  }
  league_ran(on_host);
  league_equal("seen without", sum, 10521);
  for (int i = 0; i < 4; ++i) league_equal("table on the host", table[i], i + 1);
  league_equal("point.a on the host", point.a, 10);
  league_equal("point.b on the host", point.b, 0.5);
  return league_verdict();
}
