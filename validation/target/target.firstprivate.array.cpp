// target.firstprivate.array
// OpenMP 4.5, section 5.4.4: a firstprivate array begins with the elements of the original; what
// the region stores in it stays there.
// Observed: each element as the region saw it; the original is unchanged although the region
// overwrites its copy.
// Mutant: firstprivate(a) =>
// Mutant: firstprivate(a) => map(alloc : a)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int kCount = 33;
  int a[kCount];
  int seen[kCount];
  int on_host = 1;
  for (int i = 0; i < kCount; ++i) {
    a[i] = 3 * i + 2;
    seen[i] = -1;
  }

  #pragma omp target firstprivate(a) map(from : seen, on_host)
  {
    for (int i = 0; i < kCount; ++i) {
      seen[i] = a[i];
      a[i] = -7;
    }
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < kCount; ++i) {
    claim.equal("element seen by the region", seen[i], 3 * i + 2);
    claim.equal("element of the original", a[i], 3 * i + 2);
  }
  return claim.verdict();
}
