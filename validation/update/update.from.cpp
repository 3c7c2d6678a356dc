// update.from
// OpenMP 4.5, section 5.9.2: target update with from gives the host's items the values of the
// corresponding ones in the device data environment.
// Observed: the host's values before and behind it; the device's copy is as it was; bytes each
// way.
// Mutant: #pragma omp target update from(a) =>
// Mutant: target update from(a) => target update to(a)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  int untouched = 0;
  int sum = 0;
  int first_on_host = 1;
  int second_on_host = 1;

  #pragma omp target data map(to : a)
  {
    #pragma omp target map(to : a) map(from : first_on_host)
    {
      for (int i = 0; i < 8; ++i) a[i] *= 10;
      first_on_host = omp_is_initial_device();
    }
    for (int i = 0; i < 8; ++i) untouched += a[i] == i + 1;
    const auto before = league::counted();
    #pragma omp target update from(a)
    claim.moved(before, 0, sizeof a);
    #pragma omp target map(to : a) map(from : sum, second_on_host)
    {
      sum = 0;
      for (int i = 0; i < 8; ++i) sum += a[i];
      second_on_host = omp_is_initial_device();
    }
  }

  claim.ran(first_on_host);
  claim.ran(second_on_host);
  claim.equal("host elements untouched before the update", untouched, 8);
  for (int i = 0; i < 8; ++i) claim.equal("a behind the update", a[i], 10 * (i + 1));
  claim.equal("sum on the device", sum, 360);
  return claim.verdict();
}
