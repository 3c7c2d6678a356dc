// map.section.omitted-length-unknown
// OpenMP 6.0, section 5.2.5: the length of a section may be left out where the size of the
// dimension is not known, and the item is present.
// Observed: what the region finds behind the pointer.
// Mutant: seen = p[5] => seen = p[4]
// Mutant: p[5]; => p[6];

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int storage[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  int* p = storage;
  int seen = 0;
  int on_host = 1;
  #pragma omp target data map(to : p[0 : 8])
  {
    storage[5] = 60;
    #pragma omp target map(to : p[ : ]) map(from : seen, on_host)
    {
      seen = p[5];
      on_host = omp_is_initial_device();
    }
  }
  claim.ran(on_host);
  claim.equal("seen", seen, 6);
  return claim.verdict();
}
