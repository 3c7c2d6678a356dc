// map.section.vla-2d
// OpenMP 4.5, section 3.2.5, 5.8.3: an array whose extents are known only at run time is mapped as
// a whole.
// Observed: the region sees all elements from before the host poisoned them, adds, and all come
// back; bytes each way.
// Mutant: data map(tofrom : a) => data map(tofrom : a[0 : rows - 1])
// Mutant: data map(tofrom : a) => data map(to : a)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  volatile int three = 3;
  const int rows = three;
  const int columns = three + 4;
  int a[rows][columns];  // an extension of C++ that all compilers here have
  for (int i = 0; i < rows * columns; ++i) a[i / columns][i % columns] = i;
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target data map(tofrom : a)
  {
    for (int i = 0; i < rows * columns; ++i) a[i / columns][i % columns] = -1;
    #pragma omp target map(alloc : a) map(from : on_host)
    {
      for (int i = 0; i < rows; ++i)
        for (int k = 0; k < columns; ++k) a[i][k] += 100;
      on_host = omp_is_initial_device();
    }
  }

  const long size = static_cast<long>(sizeof(int)) * rows * columns;
  claim.moved(before, size, size + static_cast<long>(sizeof on_host));
  claim.ran(on_host);
  for (int i = 0; i < rows * columns; ++i) {
    claim.equal("a on the host", a[i / columns][i % columns], i + 100);
  }
  return claim.verdict();
}
