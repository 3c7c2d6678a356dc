// map.attach.array-of-pointers
// OpenMP 5.0, section 5.8.6: each element of a mapped array of pointers is attached to the section
// of it that is mapped.
// Observed: through all elements, the region sees the values from before the host poisoned its own;
// they come back; the host's pointers are what they were.
// Mutant: enter data map(to : p[k][0 : 5]) => enter data map(to : storage[k][0 : 5])
// Mutant: exit data map(from : p[k][0 : 5]) => exit data map(release : p[k][0 : 5])

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int storage[3][5];
  for (int i = 0; i < 15; ++i) storage[i / 5][i % 5] = i;
  int* p[3] = {storage[2], storage[0], storage[1]};
  int on_host = 1;

  #pragma omp target enter data map(to : p)
  for (int k = 0; k < 3; ++k) {
    #pragma omp target enter data map(to : p[k][0 : 5])
  }
  for (int i = 0; i < 15; ++i) storage[i / 5][i % 5] = -1;

  #pragma omp target map(tofrom : p) map(from : on_host)
  {
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 5; ++i) p[k][i] += 100 * (k + 1);
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  for (int i = 0; i < 15; ++i) claim.equal("host while mapped", storage[i / 5][i % 5], -1);

  for (int k = 0; k < 3; ++k) {
    #pragma omp target exit data map(from : p[k][0 : 5])
  }
  #pragma omp target exit data map(release : p)
  const int row[3] = {2, 0, 1};
  for (int k = 0; k < 3; ++k) {
    claim.equal("pointer on the host", p[k], storage[row[k]]);
    for (int i = 0; i < 5; ++i) {
      claim.equal("host at the end", storage[row[k]][i], 5 * row[k] + i + 100 * (k + 1));
    }
  }
  return claim.verdict();
}
