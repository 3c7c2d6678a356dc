// target.implicit.enclosing-data-present
// OpenMP 4.5, section 5.8.1: an array that a target region maps implicitly, and that is present
// already, is not copied again, neither when the region begins nor when it ends.
// Observed: the region does not see what the host stored meanwhile; its own stores are not on the
// host behind it, but the next region finds them; bytes each way.
// Mutant: #pragma omp target data map(to : a) =>
// Mutant: omp target map(from : seen => omp target map(always, tofrom : a) map(from : seen

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int a[4] = {1, 2, 3, 4};
  int seen[4] = {};
  int again[4] = {};
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target data map(to : a)
  {
    for (int i = 0; i < 4; ++i) a[i] = -1;

    #pragma omp target map(from : seen, on_host)
    {
      for (int i = 0; i < 4; ++i) {
        seen[i] = a[i];
        a[i] = 100 + i;
      }
      on_host = omp_is_initial_device();
    }

    for (int i = 0; i < 4; ++i) claim.equal("element on the host", a[i], -1);

    #pragma omp target map(from : again)
    for (int i = 0; i < 4; ++i) again[i] = a[i];
  }

  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) {
    claim.equal("element seen by the region", seen[i], i + 1);
    claim.equal("element seen by the next region", again[i], 100 + i);
    claim.equal("element on the host at the end", a[i], -1);
  }
  claim.moved(before, sizeof a, sizeof seen + sizeof again + sizeof on_host);
  return claim.verdict();
}
