// map.mapper-through-pointer-array
// OpenMP 5.0, section 5.8.8: a mapper is applied to every structure of a section that is formed of
// an element of an array of pointers.
// Observed: the region sees the storage of all structures from before the host poisoned its own; it
// comes back; the pointers on the host stay.
// Mutant: enter data map(mapper(deep), to : part[k][0 : 2]) => enter data map(to : part[k][0 : 2])
// Mutant: map(v.p[0 : v.n]) => map(to : v.p[0 : v.n])

#include "league/claim.hpp"

struct Vector {
  int n;
  int* p;
};
#pragma omp declare mapper(deep : Vector v) map(v.n, v.p) map(v.p[0 : v.n])

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int storage[4][3];
  Vector s[4];
  for (int k = 0; k < 4; ++k) {
    s[k] = {3, storage[k]};
    for (int i = 0; i < 3; ++i) storage[k][i] = 10 * k + i;
  }
  Vector* part[2] = {s + 2, s};
  int on_host = 1;

  #pragma omp target enter data map(to : part)
  for (int k = 0; k < 2; ++k) {
    #pragma omp target enter data map(mapper(deep), to : part[k][0 : 2])
  }
  for (int i = 0; i < 12; ++i) storage[i / 3][i % 3] = -1;

  #pragma omp target map(to : part) map(from : on_host)
  {
    for (Vector* one : part)
      for (int j = 0; j < 2; ++j)
        for (int i = 0; i < one[j].n; ++i) one[j].p[i] += 100;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  for (int i = 0; i < 12; ++i) claim.equal("while mapped", storage[i / 3][i % 3], -1);

  for (int k = 0; k < 2; ++k) {
    #pragma omp target exit data map(mapper(deep), from : part[k][0 : 2])
  }
  #pragma omp target exit data map(release : part)
  for (int k = 0; k < 4; ++k) {
    claim.equal("pointer on the host", s[k].p, storage[k]);
    for (int i = 0; i < 3; ++i) claim.equal("at the end", storage[k][i], 10 * k + i + 100);
  }
  return claim.verdict();
}
