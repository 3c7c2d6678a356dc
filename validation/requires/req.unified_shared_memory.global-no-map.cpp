// req.unified_shared_memory.global-no-map
// OpenMP 5.0, section 8.2: with unified_shared_memory map clauses are optional, also for variables
// in a link clause of declare target: without one, device code uses the host's storage.
// Observed: values cross both ways without a map or an update, for an array and for a number.
// Mutant: #pragma omp requires unified_shared_memory =>

#include "league/claim.hpp"

#pragma omp requires unified_shared_memory

int table[4] = {1, 2, 3, 4};
int number = 5;
#pragma omp declare target link(table, number)

#pragma omp declare target
int add(int n) {
  int sum = number;
  number += n;
  for (int i = 0; i < 4; ++i) {
    sum += table[i];
    table[i] += n;
  }
  return sum;
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  number = 50;
  for (int i = 0; i < 4; ++i) table[i] = 10 * i;
  int sum = 0;
  int on_host = 1;

  #pragma omp target map(from : sum, on_host)
  {
    on_host = omp_is_initial_device();
    sum = add(1000);
  }
  claim.ran(on_host);
  claim.equal("sum seen by the function", sum, 110);
  claim.equal("number on the host", number, 1050);
  for (int i = 0; i < 4; ++i) claim.equal("array on the host", table[i], 1000 + 10 * i);
  return claim.verdict();
}
