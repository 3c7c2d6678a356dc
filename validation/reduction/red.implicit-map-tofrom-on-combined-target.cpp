// red.implicit-map-tofrom-on-combined-target
// OpenMP 5.0, section 5.8.1: a variable in a reduction clause of a combined target construct is
// mapped tofrom where no clause maps it. Before 5.0 it was firstprivate and its value lost.
// Observed: the original variable holds its first value and all contributions.
// Mutant: reduction(+ : sum, own) => map(to : sum) reduction(+ : sum, own)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  long sum = 300;
  int own = 7;
  int begun = own;
  int on_host = 1;

  #pragma omp target teams distribute parallel for reduction(+ : sum, own) \
      map(tofrom : on_host, begun)
  for (int i = 0; i < 80; ++i) {
    sum += i;
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun = own;
    }
  }

  claim.ran(on_host);
  claim.equal("a copy begins with", begun, 0);
  claim.equal("sum", sum, 300L + 80 * 79 / 2);
  return claim.verdict();
}
