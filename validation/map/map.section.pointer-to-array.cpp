// map.section.pointer-to-array
// OpenMP 4.5, section 3.2.5: of a pointer to arrays, a section counts whole arrays.
// Observed: exactly the rows of the section come back, others keep the host's poison; bytes.
// Mutant: map(tofrom : p[1 : 2][0 : 5]) => map(tofrom : p[0 : 4][0 : 5])
// Mutant: map(tofrom : p[1 : 2][0 : 5]) => map(to : p[1 : 2][0 : 5])

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int storage[4][5];
  for (int i = 0; i < 20; ++i) storage[i / 5][i % 5] = i;
  int (*p)[5] = storage;
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target data map(tofrom : p[1 : 2][0 : 5])
  {
    for (int i = 0; i < 20; ++i) storage[i / 5][i % 5] = -1;
    #pragma omp target map(alloc : p[1 : 2][0 : 5]) map(from : on_host)
    {
      for (int i = 1; i < 3; ++i)
        for (int k = 0; k < 5; ++k) p[i][k] += 100;
      on_host = omp_is_initial_device();
    }
  }

  claim.moved(before, 10 * sizeof(int), 10 * sizeof(int) + sizeof on_host);
  claim.ran(on_host);
  for (int i = 0; i < 20; ++i) {
    const int row = i / 5;
    claim.equal("row on the host", storage[row][i % 5], row == 1 || row == 2 ? i + 100 : -1);
  }
  return claim.verdict();
}
