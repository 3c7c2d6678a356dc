// target.firstprivate.vla
// OpenMP 4.5, section 5.4.4: an array whose length is known only at run time is copied into the
// region completely when it is firstprivate.
// Observed: every element up to the last one, as the region saw it; the original is unchanged.
// Mutant: firstprivate(vla) =>
// Mutant: firstprivate(vla) => map(alloc : vla)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int kMost = 41;
  volatile int length = kMost;
  const int n = length;
  int vla[n];  // an extension of C++ that the compilers with OpenMP have; C has it as a rule
  int seen[kMost];
  int on_host = 1;
  for (int i = 0; i < n; ++i) {
    vla[i] = i * i - 5;
    seen[i] = -1;
  }

  #pragma omp target firstprivate(vla) map(from : seen, on_host)
  {
    for (int i = 0; i < n; ++i) {
      seen[i] = vla[i];
      vla[i] = -9;
    }
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < n; ++i) {
    claim.equal("element seen by the region", seen[i], i * i - 5);
    claim.equal("element of the original", vla[i], i * i - 5);
  }
  return claim.verdict();
}
