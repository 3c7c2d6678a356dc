// req.unified_shared_memory.global-undeclared
// OpenMP 5.0, section 8.2: with unified_shared_memory a device function uses the host's variables
// of static storage; declare target for them is optional.
// Observed: values cross both ways for an array that no directive and no map names.
// Mutant: #pragma omp requires unified_shared_memory =>

#include "league/claim.hpp"

#pragma omp requires unified_shared_memory

static int plain[4] = {1, 2, 3, 4};

#pragma omp declare target
int add(int n) {
  int sum = 0;
  for (int i = 0; i < 4; ++i) {
    sum += plain[i];
    plain[i] += n;
  }
  return sum;
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  for (int i = 0; i < 4; ++i) plain[i] = 10 * i;
  int sum = 0;
  int on_host = 1;

  #pragma omp target map(from : sum, on_host)
  {
    on_host = omp_is_initial_device();
    sum = add(1000);
  }
  claim.ran(on_host);
  claim.equal("sum seen by the function", sum, 60);
  for (int i = 0; i < 4; ++i) claim.equal("plain array on the host", plain[i], 1000 + 10 * i);
  return claim.verdict();
}
