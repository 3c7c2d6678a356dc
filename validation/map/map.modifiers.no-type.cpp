// map.modifiers.no-type
// OpenMP 6.0, section 7.9.6: modifiers of map may stand without a map type, which
// then is tofrom; in 5.2 the type is the ultimate modifier of the clause and cannot be left out.
// Observed: map(always : x) of a present item copies both ways; map(close : y) of an absent one
// too.
// Mutant: map(always : x) => map(x)
// Mutant: map(close : y) => map(close, to : y)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x[4] = {1, 2, 3, 4};
  int y[4] = {5, 6, 7, 8};
  int on_host = 1;
  #pragma omp target enter data map(to : x)
  for (int i = 0; i < 4; ++i) x[i] = 100 * (i + 1);

  #pragma omp target map(always : x) map(close : y) map(from : on_host)
  {
    for (int i = 0; i < 4; ++i) {
      x[i] += 7;
      y[i] += 30;
    }
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) {
    claim.equal("x on the host", x[i], 100 * (i + 1) + 7);
    claim.equal("y on the host", y[i], i + 35);
  }
  #pragma omp target exit data map(delete : x)
  return claim.verdict();
}
