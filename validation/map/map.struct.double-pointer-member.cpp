// map.struct.double-pointer-member
// OpenMP 5.0, section 5.8.6: attachment works over two levels: a pointer member of an object that
// itself is reached through a pointer member.
// Observed: through both pointers the region sees the values from before the host poisoned its own;
// they come back; both of the host's pointers are what they were.
// Mutant: map(tofrom : s.inner[0].p[0 : 4]) => map(to : s.inner[0].p[0 : 4])
// Mutant: map(tofrom : s.inner[0].p[0 : 4]) =>

#include "league/claim.hpp"

struct Inner {
  int n;
  int* p;
};
struct Outer {
  int n;
  Inner* inner;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int storage[4] = {1, 2, 3, 4};
  Inner inner = {4, storage};
  Outer s = {1, &inner};
  int seen = 0;
  int on_host = 1;

  #pragma omp target data map(to : s) map(to : s.inner[0 : 1]) map(tofrom : s.inner[0].p[0 : 4])
  {
    for (int& one : storage) one = -1;
    inner.n = -1;
    s.n = -1;
    #pragma omp target map(to : s) map(from : seen, on_host)
    {
      for (int i = 0; i < 4; ++i) s.inner->p[i] += 100;
      seen = 10 * s.n + s.inner->n;
      on_host = omp_is_initial_device();
    }
    for (int i = 0; i < 4; ++i) claim.equal("host while mapped", storage[i], -1);
  }

  claim.ran(on_host);
  claim.equal("other members seen by the region", seen, 14);
  for (int i = 0; i < 4; ++i) claim.equal("host at the end", storage[i], i + 101);
  claim.equal("outer pointer", s.inner, &inner);
  claim.equal("inner pointer", inner.p, storage);
  return claim.verdict();
}
