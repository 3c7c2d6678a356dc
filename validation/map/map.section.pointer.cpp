// map.section.pointer
// OpenMP 4.5, section 3.2.5: lower bound and length of a section of a pointer count from where it
// points to.
// Observed: the region reaches the elements through the pointer with the host's indices; exactly
// they come back; bytes each way.
// Mutant: map(tofrom : p[2 : 4]) => map(tofrom : p[1 : 6])
// Mutant: map(tofrom : p[2 : 4]) => map(to : p[2 : 4])

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int storage[12];
  for (int i = 0; i < 12; ++i) storage[i] = i;
  int* p = storage + 3;  // the section is storage[5] to storage[8]
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target data map(tofrom : p[2 : 4])
  {
    for (int i = 0; i < 12; ++i) storage[i] = -50 - i;
    #pragma omp target map(alloc : p[2 : 4]) map(from : on_host)
    {
      for (int i = 2; i < 6; ++i) p[i] += 100;
      on_host = omp_is_initial_device();
    }
  }

  claim.moved(before, 4 * sizeof(int), 4 * sizeof(int) + sizeof on_host);
  claim.ran(on_host);
  for (int i = 0; i < 12; ++i) {
    claim.equal("storage on the host", storage[i], i >= 5 && i < 9 ? i + 100 : -50 - i);
  }
  claim.equal("pointer on the host", p, storage + 3);
  return claim.verdict();
}
