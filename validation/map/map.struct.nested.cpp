// map.struct.nested
// OpenMP 4.5, section 5.8.3: a member of a member can be mapped; nothing else of the object is
// copied.
// Observed: the member comes back from the device, all others keep what the host stored meanwhile.
// Mutant: data map(tofrom : s.inner.b) => data map(tofrom : s.inner)
// Mutant: data map(tofrom : s.inner.b) => data map(to : s.inner.b)

#include "league/claim.hpp"

struct Inner {
  int a;
  int b;
  int c;
};
struct Outer {
  int before;
  Inner inner;
  int behind;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Outer s = {1, {2, 3, 4}, 5};
  int on_host = 1;

  #pragma omp target data map(tofrom : s.inner.b)
  {
    s = {-1, {-2, -3, -4}, -5};
    #pragma omp target map(alloc : s.inner.b) map(from : on_host)
    {
      s.inner.b += 100;
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.equal("before", s.before, -1);
  claim.equal("inner.a", s.inner.a, -2);
  claim.equal("inner.b", s.inner.b, 103);
  claim.equal("inner.c", s.inner.c, -4);
  claim.equal("behind", s.behind, -5);
  return claim.verdict();
}
