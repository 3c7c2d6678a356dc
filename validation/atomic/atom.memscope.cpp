// atom.memscope
// OpenMP 6.0, section 17.8.4: memscope bounds the threads for which an atomic operation is atomic.
// Observed: counts of all iterations, exact.
// Seconds: 5
// Mutant: count += 1 => count += 2
// Mutant: map(tofrom : count, on_host) => map(tofrom : on_host) map(to : count)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 300;
  int count = 0;
  int on_host = 1;
  #pragma omp target teams distribute parallel for map(tofrom : count, on_host)
  for (int i = 0; i < n; ++i) {
    #pragma omp atomic update memscope(device)
    count += 1;
    if (i == 0) on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("count", count, n);
  return claim.verdict();
}
