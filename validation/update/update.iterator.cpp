// update.iterator
// OpenMP 5.1, section 5.9: the iterator modifier on to and from makes an item of every value of
// the iterator; all of them move.
// Observed: the sections of four arrays that are reached through an array of pointers, seen by a
// region after to and on the host after from; the elements beside the sections.
// Mutant: to(iterator(int k = 0 : 4) : row[k][1 : 3]) => to(row[0][1 : 3])
// Mutant: from(iterator(int k = 0 : 4) : row[k][2 : 2]) => from(row[3][2 : 2])

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int a[4][6];
  int seen[4][6] = {};
  int* row[4];
  for (int k = 0; k < 4; ++k) {
    row[k] = a[k];
    for (int i = 0; i < 6; ++i) a[k][i] = 10 * k + i;
  }
  int on_host = 1;

  #pragma omp target data map(to : a)
  {
    for (int k = 0; k < 4; ++k)
      for (int i = 0; i < 6; ++i) a[k][i] += 100;
    #pragma omp target update to(iterator(int k = 0 : 4) : row[k][1 : 3])
    #pragma omp target map(to : a) map(from : seen, on_host)
    {
      for (int k = 0; k < 4; ++k)
        for (int i = 0; i < 6; ++i) {
          seen[k][i] = a[k][i];
          a[k][i] = 1000 + 10 * k + i;
        }
      on_host = omp_is_initial_device();
    }
    #pragma omp target update from(iterator(int k = 0 : 4) : row[k][2 : 2])
  }

  claim.ran(on_host);
  for (int k = 0; k < 4; ++k)
    for (int i = 0; i < 6; ++i) {
      const int old = 10 * k + i;
      claim.equal("seen after to", seen[k][i], i >= 1 && i < 4 ? 100 + old : old);
      claim.equal("on the host after from", a[k][i], i >= 2 && i < 4 ? 1000 + old : 100 + old);
    }
  return claim.verdict();
}
