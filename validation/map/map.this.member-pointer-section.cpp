// map.this.member-pointer-section
// OpenMP 4.5, section 5.8.3, 5.8.6: in a member function, a section of a pointer member is mapped
// by the member's bare name, and in the region the member points to the device's copy.
// Observed: the region sees the values from before the host poisoned its own; they come back; the
// pointer is what it was.
// Mutant: data map(tofrom : p[0 : count]) => data map(to : p[0 : count])
// Mutant: data map(tofrom : p[0 : count]) => data map(to : count)

#include "league/claim.hpp"

struct Vector {
  int n;
  int* p;

  int add() {
    const int count = n;
    int on_host = 1;
    #pragma omp target data map(tofrom : p[0 : count])
    {
      for (int i = 0; i < count; ++i) p[i] = -1;
      #pragma omp target map(tofrom : p[0 : count]) map(from : on_host)
      {
        for (int i = 0; i < count; ++i) p[i] += 100;
        on_host = omp_is_initial_device();
      }
    }
    return on_host;
  }
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int storage[6] = {-9, 1, 2, 3, 4, -9};
  Vector s = {4, storage + 1};
  claim.ran(s.add());
  for (int i = 0; i < 4; ++i) claim.equal("storage", storage[i + 1], i + 101);
  claim.equal("guard before", storage[0], -9);
  claim.equal("guard behind", storage[5], -9);
  claim.equal("pointer on the host", s.p, storage + 1);
  claim.equal("n on the host", s.n, 4);
  return claim.verdict();
}
