// map.iterator
// OpenMP 5.1, section 3.2.6, 5.8.3: one map clause with an iterator maps a section for each of its
// values.
// Observed: every section is present; a region sees the values of all of them from before the host
// poisoned its own; all of them come back.
// Mutant: iterator(int k = 0 : 3), to => iterator(int k = 0 : 1), to
// Mutant: iterator(int k = 0 : 3), from => iterator(int k = 0 : 1), from

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int storage[3][6];
  int* row[3] = {storage[0], storage[1], storage[2]};
  for (int i = 0; i < 18; ++i) row[i / 6][i % 6] = i;
  int on_host = 1;

  #pragma omp target enter data map(to : row)
  #pragma omp target enter data map(iterator(int k = 0 : 3), to : row[k][0 : 6])
  for (int k = 0; k < 3; ++k) claim.holds("present", omp_target_is_present(row[k], device));
  for (int i = 0; i < 18; ++i) row[i / 6][i % 6] = -1;

  #pragma omp target map(alloc : row) map(from : on_host)
  {
    for (int i = 0; i < 18; ++i) row[i / 6][i % 6] += 100;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);

  #pragma omp target exit data map(iterator(int k = 0 : 3), from : row[k][0 : 6])
  #pragma omp target exit data map(release : row)
  for (int k = 0; k < 3; ++k) {
    claim.equal("pointer on the host", row[k], storage[k]);
    for (int i = 0; i < 6; ++i) claim.equal("value on the host", storage[k][i], 6 * k + i + 100);
  }
  return claim.verdict();
}
