// map.struct.array-member-section
// OpenMP 4.5, section 3.2.5, 5.8.3: a section of an array member can be mapped; nothing else of the
// object is copied.
// Observed: the section comes back from the device; the rest of the array and the other members
// keep what the host stored meanwhile.
// Mutant: data map(tofrom : s.v[2 : 3]) => data map(tofrom : s.v)
// Mutant: data map(tofrom : s.v[2 : 3]) => data map(to : s.v[2 : 3])

#include "league/claim.hpp"

struct Holder {
  int a;
  int v[8];
  int c;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Holder s = {1, {0, 1, 2, 3, 4, 5, 6, 7}, 3};
  int on_host = 1;

  #pragma omp target data map(tofrom : s.v[2 : 3])
  {
    s = {-1, {-1, -1, -1, -1, -1, -1, -1, -1}, -1};
    #pragma omp target map(alloc : s.v[2 : 3]) map(from : on_host)
    {
      for (int i = 2; i < 5; ++i) s.v[i] += 100;
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.equal("a on the host", s.a, -1);
  for (int i = 0; i < 8; ++i) claim.equal("v", s.v[i], i >= 2 && i < 5 ? i + 100 : -1);
  claim.equal("c on the host", s.c, -1);
  return claim.verdict();
}
