// target.dyn_groupprivate
// OpenMP 6.1, section B.2 of 6.1 (unchecked): dyn_groupprivate(bytes) gives each team memory of
// its own, which omp_get_dyn_groupprivate_ptr returns.
// Observed: what the threads of a team find there.
// Mutant: mine[3] = 77 => mine[3] = 78
// Mutant: found = mine[3] => found = mine[3] + 1

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int found = -1;
  int on_host = 1;
  #pragma omp target teams num_teams(1) dyn_groupprivate(64) map(tofrom : found) map(from : on_host)
  #pragma omp parallel num_threads(2)
  {
    int* mine = static_cast<int*>(omp_get_dyn_groupprivate_ptr());
    if (omp_get_thread_num() == 0) mine[3] = 77;
    #pragma omp barrier
    if (omp_get_thread_num() == 0) {
      found = mine[3];
      on_host = omp_is_initial_device();
    }
  }
  claim.ran(on_host);
  claim.equal("found", found, 77);
  return claim.verdict();
}
