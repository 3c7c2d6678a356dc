// map.negative-lower-bound
// OpenMP 4.5, section 3.2.5: a section of a pointer may begin before the element the pointer points
// to.
// Observed: the region reaches the elements with the host's indices, negative ones too; exactly
// they come back; bytes each way.
// Mutant: data map(tofrom : p[-2 : 4]) => data map(to : p[-2 : 4])
// Mutant: data map(tofrom : p[-2 : 4]) => data map(tofrom : p[-3 : 6])

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int storage[10];
  for (int i = 0; i < 10; ++i) storage[i] = i;
  int* p = storage + 5;  // the section is storage[3] to storage[6]
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target data map(tofrom : p[-2 : 4])
  {
    for (int& one : storage) one = -1;
    #pragma omp target map(alloc : p[-2 : 4]) map(from : on_host)
    {
      for (int i = -2; i < 2; ++i) p[i] += 100;
      on_host = omp_is_initial_device();
    }
  }

  claim.moved(before, 4 * sizeof(int), 4 * sizeof(int) + sizeof on_host);
  claim.ran(on_host);
  for (int i = 0; i < 10; ++i) {
    claim.equal("storage", storage[i], i >= 3 && i < 7 ? i + 100 : -1);
  }
  claim.equal("pointer on the host", p, storage + 5);
  return claim.verdict();
}
