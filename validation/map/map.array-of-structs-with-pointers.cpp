// map.array-of-structs-with-pointers
// OpenMP 5.0, section 5.8.6: in a mapped array of structures, the pointer member of each element is
// attached to its own section; when the array is copied back, the host's pointers stay.
// Observed: through all elements, the region sees the values from before the host poisoned its own;
// values and other members come back; pointers on the host.
// Mutant: enter data map(to : s[k].p[0 : 4]) => enter data map(to : storage[k][0 : 4])
// Mutant: exit data map(from : s) => exit data map(release : s)

#include "league/claim.hpp"

struct Vector {
  int n;
  int* p;
  int sum;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int storage[3][4];
  Vector s[3];
  for (int k = 0; k < 3; ++k) {
    s[k] = {4, storage[k], -1};
    for (int i = 0; i < 4; ++i) storage[k][i] = 10 * k + i;
  }
  int on_host = 1;

  #pragma omp target enter data map(to : s)
  for (int k = 0; k < 3; ++k) {
    #pragma omp target enter data map(to : s[k].p[0 : 4])
  }
  for (int i = 0; i < 12; ++i) storage[i / 4][i % 4] = -1;

  #pragma omp target map(to : s) map(from : on_host)
  {
    for (Vector& one : s) {
      one.sum = 0;
      for (int i = 0; i < one.n; ++i) {
        one.sum += one.p[i];
        one.p[i] += 100;
      }
    }
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  for (int i = 0; i < 12; ++i) claim.equal("while mapped", storage[i / 4][i % 4], -1);

  for (int k = 0; k < 3; ++k) {
    #pragma omp target exit data map(from : s[k].p[0 : 4])
  }
  #pragma omp target exit data map(from : s)
  for (int k = 0; k < 3; ++k) {
    claim.equal("pointer on the host", s[k].p, storage[k]);
    claim.equal("sum", s[k].sum, 40 * k + 6);
    for (int i = 0; i < 4; ++i) claim.equal("at the end", storage[k][i], 10 * k + i + 100);
  }
  return claim.verdict();
}
