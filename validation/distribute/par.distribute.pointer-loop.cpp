// par.distribute.pointer-loop
// OpenMP 4.5, section 4.4.1: the variable of a distributed loop may be a pointer.
// Observed: how often each element was visited, in both directions.
// Mutant: p < a + n => p < a + n - 1
// Mutant: q -= 2 => q -= 3

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const int n = 60;
  int a[n] = {};
  int b[n] = {};
  int on_host = 1;
  #pragma omp target teams distribute map(tofrom : a) map(tofrom : on_host)
  for (int* p = a; p < a + n; ++p) {
    *p += 1;
    if (p == a) on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  on_host = 1;
  #pragma omp target map(tofrom : b) map(tofrom : on_host)
  #pragma omp teams distribute parallel for
  for (int* q = b + n - 1; q >= b + 1; q -= 2) {
    *q += 1;
    if (q == b + 1) on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) {
    claim.equal("visits upwards", a[i], 1);
    claim.equal("visits downwards", b[i], i % 2);
  }
  return claim.verdict();
}
