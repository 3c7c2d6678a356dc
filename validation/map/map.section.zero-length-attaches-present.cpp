// map.section.zero-length-attaches-present
// OpenMP 4.5, section 5.8.6: in a region with a section of length zero, the pointer points to the
// device's copy of the storage around the section, if that is mapped.
// Observed: through a pointer into the middle, the region sees the values from before the host
// poisoned its own; what it stores is in the device's copy.
// Mutant: map(to : p[0 : 0]) => is_device_ptr(p)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int a[8];
  for (int i = 0; i < 8; ++i) a[i] = i;
  int* p = a + 3;
  int on_host = 1;
  #pragma omp target enter data map(to : a)
  for (int& one : a) one = -1;

  #pragma omp target map(to : p[0 : 0]) map(from : on_host)
  {
    for (int i = -3; i < 5; ++i) p[i] += 100;
    on_host = omp_is_initial_device();
  }
  for (int i = 0; i < 8; ++i) claim.equal("a before the exit", a[i], -1);
  #pragma omp target exit data map(from : a)

  claim.ran(on_host);
  for (int i = 0; i < 8; ++i) claim.equal("a after the exit", a[i], i + 100);
  claim.equal("pointer on the host", p, a + 3);
  return claim.verdict();
}
