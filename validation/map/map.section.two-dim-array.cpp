// map.section.two-dim-array
// OpenMP 4.5, section 3.2.5: a range of rows of a two-dimensional array is a contiguous section.
// Observed: exactly the rows of the section come back, others keep the host's poison; bytes.
// Mutant: map(tofrom : x[1 : 2][0 : 5]) => map(tofrom : x[0 : 4][0 : 5])
// Mutant: y[2 : ] => y[1 : ]

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x[4][5];
  int y[4][5];
  for (int i = 0; i < 20; ++i) x[i / 5][i % 5] = y[i / 5][i % 5] = i;
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target data map(tofrom : x[1 : 2][0 : 5]) map(tofrom : y[2 : ])
  {
    for (int i = 0; i < 20; ++i) x[i / 5][i % 5] = y[i / 5][i % 5] = -1;
    #pragma omp target map(alloc : x[1 : 2][0 : 5], y[2 : 2]) map(from : on_host)
    {
      for (int k = 0; k < 5; ++k) {
        for (int i = 1; i < 3; ++i) x[i][k] += 100;
        for (int i = 2; i < 4; ++i) y[i][k] += 200;
      }
      on_host = omp_is_initial_device();
    }
  }

  claim.moved(before, 20 * sizeof(int), 20 * sizeof(int) + sizeof on_host);
  claim.ran(on_host);
  for (int i = 0; i < 20; ++i) {
    const int row = i / 5;
    claim.equal("x on the host", x[row][i % 5], row == 1 || row == 2 ? i + 100 : -1);
    claim.equal("y on the host", y[row][i % 5], row >= 2 ? i + 200 : -1);
  }
  return claim.verdict();
}
