// cxx.std-vector-data
// OpenMP 5.1, section 5.8.6: a pointer that is not mapped refers in a region to the mapped storage
// in whose extended address range it lies, which reaches from the base pointer of a section to its
// end: here the section of a std::vector, behind data(), begins later.
// Observed: the region works on the device's copy although the host's was overwritten meanwhile;
// elements outside the section stay.
// Mutant: map(tofrom : p[2 : 10]) => map(to : p[2 : 10])

#include <vector>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  std::vector<int> vector(14);
  for (int i = 0; i < 14; ++i) vector[i] = i;
  int* p = vector.data();
  int on_host = 1;

  #pragma omp target data map(tofrom : p[2 : 10])
  {
    for (int& one : vector) one = -7;  // nobody may read these
    #pragma omp target map(from : on_host)
    {
      for (int i = 2; i < 12; ++i) p[i] += 100;
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  for (int i = 0; i < 14; ++i) {
    const bool inside = i >= 2 && i < 12;
    claim.equal(inside ? "in the section" : "guard", vector[i], inside ? 100 + i : -7);
  }
  return claim.verdict();
}
