// acc.reduction.gang-worker-vector
// OpenACC 1.0, section 2.9.11 (unchecked): a reduction over gangs, workers and lanes combines all
// of their copies.
// Observed: a sum in doubles, exact, from a loop on all three levels.
// Mutant: sum += values[i]; => sum = values[i];
// Mutant: copy(sum) => copyin(sum)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  const int n = 4096;
  static double values[n];
  for (int i = 0; i < n; ++i) values[i] = i % 16;
  double sum = 100;
  #pragma acc parallel num_gangs(4) num_workers(2) vector_length(32) copyin(values) copy(sum) \
      copy(on_host)
  #pragma acc loop gang worker vector reduction(+ : sum)
  for (int i = 0; i < n; ++i) {
    sum += values[i];
    if (i == 0) on_host = acc_on_device(acc_device_host);
  }
  claim.ran(on_host);
  claim.equal("sum", sum, 100 + 7.5 * n);
  return claim.verdict();
}
