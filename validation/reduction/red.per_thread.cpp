// red.per_thread
// OpenMP 6.1, section B.2 of 6.1 (unchecked): the modifier per_thread of reduction makes a private
// copy for each thread of all teams.
// Observed: the sum.
// Mutant: sum += i => sum += i + 1
// Mutant: int sum = 7 => int sum = 8

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int sum = 7;
  int own = 7;
  int begun = own;
  int on_host = 1;
  #pragma omp target teams distribute parallel for reduction(per_thread, + : sum, own) \
      map(tofrom : on_host, begun)
  for (int i = 0; i < 200; ++i) {
    sum += i;
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun = own;
    }
  }
  claim.ran(on_host);
  claim.equal("a copy begins with", begun, 0);
  claim.equal("sum", sum, 7 + 19900);
  return claim.verdict();
}
