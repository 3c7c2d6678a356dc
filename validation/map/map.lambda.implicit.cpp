// map.lambda.implicit
// OpenMP 5.0, section 5.8.1: a closure that is called in a region and in no clause is mapped
// implicitly, with what it captured by value.
// Observed: calls in the region use the captured values, scalars and an array.
// Mutant: map(from : seen, on_host) => map(alloc : pick) map(from : seen, on_host)

#include "league/claim.hpp"

struct Table {
  int v[4];
};

int main() {
  league::Claim claim;
  volatile int one = 1;  // so that nothing is known when compiling
  const int factor = one + 2;
  const Table table = {{one, one + 1, one + 2, one + 3}};
  const auto pick = [factor, table](int i) { return factor * table.v[i]; };
  int seen[4] = {};
  int on_host = 1;

  #pragma omp target map(from : seen, on_host)
  {
    for (int i = 0; i < 4; ++i) seen[i] = pick(i);
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) claim.equal("seen by the region", seen[i], 3 * (i + 1));
  return claim.verdict();
}
