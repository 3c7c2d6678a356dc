// dt.persist-across-regions
// OpenMP 4.5, section 7.8.1: the device's copy of a declare-target variable lives as long as the
// program; regions find what earlier ones left.
// Observed: a value that grows over several regions, and does not on the host.
// Mutant: int total = 0; => _Pragma("omp end declare target") int total = 0;
// _Pragma("omp declare target")

#include "league/claim.hpp"

#pragma omp declare target
int total = 0;
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  total = 1000;
  for (int i = 1; i <= 5; ++i) {
    int seen = -1;
    int on_host = 1;
    #pragma omp target map(from : seen, on_host) firstprivate(i)
    {
      on_host = omp_is_initial_device();
      total += i;
      seen = total;
    }
    claim.ran(on_host);
    claim.equal("total on the device", seen, i * (i + 1) / 2);
    claim.equal("total on the host", total, 1000);
  }
  return claim.verdict();
}
