// map.section.contiguous
// OpenMP 4.5, section 3.2.5, 5.8.3: of an array section, exactly its elements are copied.
// Observed: the region sees the section's values from before the host poisoned the whole array; the
// section comes back, elements outside keep the poison; bytes each way.
// Mutant: map(tofrom : x[3 : 4]) => map(tofrom : x)
// Mutant: map(tofrom : x[3 : 4]) => map(to : x[3 : 4])

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x[10];
  for (int i = 0; i < 10; ++i) x[i] = i;
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target data map(tofrom : x[3 : 4])
  {
    for (int i = 0; i < 10; ++i) x[i] = -50 - i;
    #pragma omp target map(alloc : x[3 : 4]) map(from : on_host)
    {
      for (int i = 3; i < 7; ++i) x[i] += 100;
      on_host = omp_is_initial_device();
    }
  }

  claim.moved(before, 4 * sizeof(int), 4 * sizeof(int) + sizeof on_host);
  claim.ran(on_host);
  for (int i = 0; i < 10; ++i) {
    claim.equal("x on the host", x[i], i >= 3 && i < 7 ? i + 100 : -50 - i);
  }
  return claim.verdict();
}
