// red.nowait-target-reduction
// OpenMP 5.0, section 15.6: the result of a reduction on a target construct with nowait is complete
// once the target task has completed, at the latest behind taskwait.
// Observed: the sum behind taskwait.
// Seconds: 10
// Mutant: reduction(+ : sum, => reduction(max : sum,

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  long sum = 5000;
  int own = 7;
  int begun = own;
  int on_host = 1;

  #pragma omp target teams distribute parallel for reduction(+ : sum, own) map(tofrom : sum) \
      map(tofrom : on_host, begun) nowait
  for (int i = 0; i < 100; ++i) {
    sum += i;
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun = own;
    }
  }
  #pragma omp taskwait

  claim.ran(on_host);
  claim.equal("a copy begins with", begun, 0);
  claim.equal("sum", sum, 9950L);
  return claim.verdict();
}
