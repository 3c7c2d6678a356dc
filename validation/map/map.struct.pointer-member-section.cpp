// map.struct.pointer-member-section
// OpenMP 4.5, section 5.8.3, 5.8.6: with a section of a pointer member as list item, the storage it
// points to is mapped, and in the region the member points to the device's copy.
// Observed: through the member, the region sees the values from before the host poisoned its own;
// they come back; the host's pointer is what it was, the other member is not copied.
// Mutant: data map(tofrom : s.p[0 : 4]) => data map(to : s.p[0 : 4])
// Mutant: data map(tofrom : s.p[0 : 4]) => data map(tofrom : s.n)

#include "league/claim.hpp"

struct Vector {
  int n;
  int* p;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int storage[6] = {-9, 1, 2, 3, 4, -9};
  Vector s = {7, storage + 1};
  int on_host = 1;

  #pragma omp target data map(tofrom : s.p[0 : 4])
  {
    for (int i = 0; i < 4; ++i) storage[i + 1] = -1;
    s.n = 8;
    #pragma omp target map(tofrom : s.p[0 : 4]) map(from : on_host)
    {
      for (int i = 0; i < 4; ++i) s.p[i] += 100;
      on_host = omp_is_initial_device();
    }
    for (int i = 0; i < 4; ++i) claim.equal("host while mapped", storage[i + 1], -1);
  }

  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) claim.equal("host at the end", storage[i + 1], i + 101);
  claim.equal("guard before", storage[0], -9);
  claim.equal("guard behind", storage[5], -9);
  claim.equal("pointer on the host", s.p, storage + 1);
  claim.equal("n on the host", s.n, 8);
  return claim.verdict();
}
