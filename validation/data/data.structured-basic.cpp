// data.structured-basic
// OpenMP 4.5, section 13.5: a target data construct maps its items for the extent of its body; the
// regions inside share that mapping and transfer nothing themselves.
// Observed: the second region goes on with what the first one left; neither sees the host's
// poison; one transfer each way in total.
// Mutant: target data map(tofrom : a) => target data map(to : a)
// Mutant: #pragma omp target data map(tofrom : a) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  constexpr int n = 64;
  int a[n];
  for (int i = 0; i < n; ++i) a[i] = i;
  int first_on_host = 1;
  int second_on_host = 1;
  int poisoned = 0;  // elements that still hold the poison when the body ends
  const auto before = league::counted();

  #pragma omp target data map(tofrom : a)
  {
    for (int i = 0; i < n; ++i) a[i] = -1000;
    #pragma omp target map(tofrom : a) map(from : first_on_host)
    {
      for (int i = 0; i < n; ++i) a[i] += 1;
      first_on_host = omp_is_initial_device();
    }
    #pragma omp target map(tofrom : a) map(from : second_on_host)
    {
      for (int i = 0; i < n; ++i) a[i] *= 2;
      second_on_host = omp_is_initial_device();
    }
    for (int i = 0; i < n; ++i) poisoned += a[i] == -1000;
  }

  claim.ran(first_on_host);
  claim.ran(second_on_host);
  claim.equal("host elements untouched in the body", poisoned, n);
  for (int i = 0; i < n; ++i) claim.equal("a after the body", a[i], 2 * (i + 1));
  claim.moved(before, sizeof a, sizeof a + 2 * sizeof(int));
  return claim.verdict();
}
