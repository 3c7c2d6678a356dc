// map.ref-modifier
// OpenMP 6.0, section 7.9.5: the modifier ref of map says whether the reference, what it refers
// to, or both are mapped.
// Observed: what a region finds behind the reference.
// Mutant: seen = x => seen = x + 1
// Mutant: int original = 4 => int original = 5

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int original = 4;
  int& x = original;
  int seen = 0;
  int on_host = 1;
  #pragma omp target data map(ref(ref_ptee), to : x)
  {
    original = 40;
    #pragma omp target map(to : x) map(from : seen, on_host)
    {
      seen = x;
      on_host = omp_is_initial_device();
    }
  }
  claim.ran(on_host);
  claim.equal("seen", seen, 4);
  return claim.verdict();
}
