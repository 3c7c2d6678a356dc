// map.const-object
// OpenMP 4.5, section 5.8.1, 5.8.3: objects of const type can be used in a region, listed with map
// type to or not listed.
// Observed: the region sees the values the host computed for them; they are what they were after
// it.
// Mutant: map(to : table, point) => map(alloc : table, point)

#include "league/claim.hpp"

struct Point {
  int a;
  double b;
};

int main() {
  league::Claim claim;
  volatile int one = 1;  // so that nothing is known when compiling
  const int table[4] = {one, one + 1, one + 2, one + 3};
  const Point point = {one + 9, one / 2.0};
  const int scalar = one + 6;
  int sum = 0;
  int on_host = 1;

  #pragma omp target map(to : table, point) map(from : sum, on_host)
  {
    sum = scalar + point.a + static_cast<int>(8.0 * point.b);
    for (int i = 0; i < 4; ++i) sum += 1000 * table[i];
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("seen with a map clause", sum, 10021);

  sum = 0;
  on_host = 1;
  #pragma omp target map(from : sum, on_host)
  {
    sum = scalar + point.a + static_cast<int>(8.0 * point.b);
    for (int i = 0; i < 4; ++i) sum += 1000 * table[i];
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("seen without", sum, 10021);
  for (int i = 0; i < 4; ++i) claim.equal("table on the host", table[i], i + 1);
  claim.equal("point.a on the host", point.a, 10);
  claim.equal("point.b on the host", point.b, 0.5);
  return claim.verdict();
}
