// map.refcount.copy-back-at-last
// OpenMP 4.5, section 5.8.3: an item is copied back only when its reference count becomes zero.
// Observed: the host's value after the inner construct (old) and after the outer one (new).
// Mutant: target data map(tofrom : x) => target data map(to : x)
// Mutant: target map(tofrom : x) => target map(always, tofrom : x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x[4] = {1, 2, 3, 4};
  int on_host = 1;

  #pragma omp target data map(tofrom : x)
  {
    #pragma omp target map(tofrom : x) map(from : on_host)
    {
      for (int i = 0; i < 4; ++i) x[i] += 10;
      on_host = omp_is_initial_device();
    }
    for (int i = 0; i < 4; ++i) claim.equal("x while it is mapped", x[i], i + 1);
  }

  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) claim.equal("x at the end", x[i], i + 11);
  return claim.verdict();
}
