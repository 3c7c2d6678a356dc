// red.udr.combiner-clause
// OpenMP 6.0, section 7.6.14: combiner is a clause of declare reduction.
// Observed: a sum by a user-defined reduction.
// Mutant: omp_out += omp_in => omp_out += 2 * omp_in
// Mutant: int sum = 5 => int sum = 6

#include "league/claim.hpp"

#pragma omp declare reduction(add : int) combiner(omp_out += omp_in) initializer(omp_priv = 0)

int main() {
  league::Claim claim;
  int sum = 5;
  int own = 7;
  int begun = own;
  int on_host = 1;
  #pragma omp target teams distribute parallel for reduction(add : sum, own) \
      map(tofrom : on_host, begun)
  for (int i = 0; i < 100; ++i) {
    sum += i;
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun = own;
    }
  }
  claim.ran(on_host);
  claim.equal("a copy begins with", begun, 0);
  claim.equal("sum", sum, 4955);
  return claim.verdict();
}
