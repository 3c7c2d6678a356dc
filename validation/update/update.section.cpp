// update.section
// OpenMP 4.5, section 13.9: target update with an array section moves the elements of the section
// and no others.
// Observed: which elements a region sees changed after to, and which ones the host after from;
// bytes each way.
// Mutant: update to(a[2 : 3]) => update to(a[2 : 4])
// Mutant: update from(p[9 : 2]) => update from(p[8 : 3])
// Mutant: update to(a[2 : 3]) => update to(a)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int a[16];
  for (int i = 0; i < 16; ++i) a[i] = i;
  int* p = a;
  int seen[16] = {};
  int on_host = 1;

  #pragma omp target data map(to : a)
  {
    for (int i = 0; i < 16; ++i) a[i] = 100 + i;
    auto before = league::counted();
    #pragma omp target update to(a[2 : 3])
    claim.moved(before, 3 * sizeof(int), 0);
    #pragma omp target map(to : a) map(from : seen, on_host)
    {
      for (int i = 0; i < 16; ++i) {
        seen[i] = a[i];
        a[i] = 1000 + i;
      }
      on_host = omp_is_initial_device();
    }
    before = league::counted();
    #pragma omp target update from(p[9 : 2])
    claim.moved(before, 0, 2 * sizeof(int));
  }

  claim.ran(on_host);
  for (int i = 0; i < 16; ++i) {
    claim.equal("seen after to", seen[i], i >= 2 && i < 5 ? 100 + i : i);
    claim.equal("on the host after from", a[i], i == 9 || i == 10 ? 1000 + i : 100 + i);
  }
  return claim.verdict();
}
