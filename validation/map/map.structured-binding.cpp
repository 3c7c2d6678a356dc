// map.structured-binding
// OpenMP 5.0, section 5.8.1: names of a structured binding are used in a region.
// Observed: the region reads through the names the values of the object they are bound to.
// Open: such names are not variables, and the specification does not say how they are mapped
// Mutant: seen[0] = 10 * first => seen[0] = 10 * second

#include "league/claim.hpp"

struct Pair {
  int a;
  double b;
};

int main() {
  league::Claim claim;
  const Pair pair = {4, 0.25};
  const auto [first, second] = pair;
  double seen[2] = {};
  int on_host = 1;

  #pragma omp target map(from : seen, on_host)
  {
    seen[0] = 10 * first;
    seen[1] = 8 * second;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("first", seen[0], 40.0);
  claim.equal("second", seen[1], 2.0);
  return claim.verdict();
}
