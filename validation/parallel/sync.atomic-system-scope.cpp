// sync.atomic-system-scope
// OpenMP 5.0, section 15.8.4: atomic updates of one location in unified memory, by the host and
// by a device at the same time.
// Observed: whether updates are lost; those of each side alone must not be.
// Open: the section says no word about threads of other devices; a scope that names them came
// later.

#include "league/claim.hpp"

#pragma omp requires unified_shared_memory

int main() {
  league::Claim claim;
  constexpr int n = 200000;
  int* counter = new int(0);
  int on_host = 1;

  #pragma omp target nowait map(tofrom : on_host)
  {
    on_host = omp_is_initial_device();
    for (int i = 0; i < n; ++i) {
      #pragma omp atomic
      ++*counter;
    }
  }
  for (int i = 0; i < n; ++i) {
    #pragma omp atomic
    ++*counter;
  }
  #pragma omp taskwait

  claim.ran(on_host);
  claim.equal("updates", *counter, 2 * n);
  delete counter;
  return claim.verdict();
}
