// target.implicit.pointer-zero-length-section
// OpenMP 4.5, section 5.8.1: a pointer that a target region uses without listing it is mapped as
// the base of a section of length zero: in the region it points to the device's copy of its target.
// Observed: the region reads and changes the copy through it, and never the host's array, which
// holds other values meanwhile; the host's pointer is what it was.
// Mutant: omp target map => omp target defaultmap(firstprivate : pointer) map

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int a[6] = {1, 2, 3, 4, 5, 6};
  int* p = a;
  int* middle = a + 3;
  int seen[6] = {};
  int on_host = 1;

  #pragma omp target enter data map(to : a)
  for (int& element : a) element = -1;

  #pragma omp target map(from : seen, on_host)
  {
    for (int i = 0; i < 6; ++i) seen[i] = p[i];
    for (int i = 0; i < 3; ++i) middle[i] += 100;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 6; ++i) claim.equal("element seen through the pointer", seen[i], i + 1);
  for (int i = 0; i < 6; ++i) claim.equal("the host's element meanwhile", a[i], -1);
  claim.equal("the host's pointer", p, a);
  claim.equal("the host's second pointer", middle, a + 3);

  #pragma omp target exit data map(from : a)

  for (int i = 0; i < 6; ++i) claim.equal("element copied back", a[i], i + 1 + (i < 3 ? 0 : 100));
  return claim.verdict();
}
