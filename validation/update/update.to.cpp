// update.to
// OpenMP 4.5, section 5.9.1: target update with to gives the corresponding items in the device
// data environment the values of the host's.
// Observed: before it a region sees the old values, behind it the new ones; bytes each way.
// Mutant: #pragma omp target update to(a) =>
// Mutant: target update to(a) => target update from(a)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  int old_sum = 0;
  int new_values[8] = {};
  int on_host = 1;
  long bytes_to = sizeof a;

  #pragma omp target data map(to : a)
  {
    for (int i = 0; i < 8; ++i) a[i] = 10 + i;
    #pragma omp target map(to : a) map(from : old_sum)
    {
      old_sum = 0;
      for (int i = 0; i < 8; ++i) old_sum += a[i];
    }
    const auto before = league::counted();
    #pragma omp target update to(a)
    claim.moved(before, bytes_to, 0);
    for (int i = 0; i < 8; ++i) a[i] = -1;
    #pragma omp target map(to : a) map(from : new_values, on_host)
    {
      for (int i = 0; i < 8; ++i) new_values[i] = a[i];
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.equal("sum before the update", old_sum, 36);
  for (int i = 0; i < 8; ++i) {
    claim.equal("seen behind the update", new_values[i], 10 + i);
    claim.equal("a on the host", a[i], -1);
  }
  return claim.verdict();
}
